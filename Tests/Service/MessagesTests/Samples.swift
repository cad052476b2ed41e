import Identity
import SSHKeys
import Secrets
import TestSupport
import AccountService
import Messages

/// One message of each kind, with every field that it can have.
enum Samples {
  static let source = AttemptSource(tty: "pts/3", uid: 1001, host: "192.0.2.7", program: "menu")
  static let email = address("ada@lovelace.example")
  static var name: LoginName {
    guard let name = LoginName("EXAMPLE\\ada", of: "pam") else { preconditionFailure("This is a name.") }
    return name
  }
  static let subject = Subject(provider: "pam", id: "ada/1000")
  static let attempt = Attempt(
    id: AttemptID(time: Timestamp(milliseconds: 1), number: 7), time: Timestamp(milliseconds: 1_790_000_000_000),
    email: email, outcome: .throttled,
    source: source, times: 300, until: Timestamp(milliseconds: 1_790_000_009_000))
  static let session = Session(
    id: sessionID, email: email, opened: Timestamp(milliseconds: 5), lastUsed: Timestamp(milliseconds: 255),
    lifetime: SessionLifetime(), uid: .max, account: account)
  static var account: AccountReference {
    guard let account = AccountReference("17-0123456789abcdef") else { preconditionFailure("This is a reference.") }
    return account
  }
  private static var sessionID: SessionID {
    guard let id = SessionID("0123456789abcdef0123456789abcdef") else { preconditionFailure("This is an id.") }
    return id
  }
  static var digest: TokenDigest {
    guard let digest = TokenDigest(bytes: Array(100..<132)) else { preconditionFailure("This is a digest.") }
    return digest
  }
  static let welcome = welcome(of: .current)

  static func welcome(of version: ProtocolVersion) -> Welcome {
    Welcome(
      version: version, program: "0.1.0", acceptedLengths: 4...64, newLengths: 6...20, hasAccounts: true,
      signUp: .onlyFirst)
  }

  static let requests: [Request] = [
    .hello(Hello(program: "0.1.0", source: source)),
    .begin(Begin(.signIn, email, wantsSession: true)),
    .begin(Begin(.signIn, email, wantsSession: false, hasSecrets: false)),
    .begin(Begin(.signUp, email, wantsSession: false)),
    .begin(Begin(.changePassword, email, wantsSession: false)),
    .begin(Begin(.changePassword, email, wantsSession: false, source: source)),
    .cancel,
    .page(
      AttemptSearch("ssh abgelehnt", naming: { $0 == .refused ? "abgelehnt" : $0.rawValue }),
      before: AttemptID(time: Timestamp(milliseconds: 1), number: 9)),
    .page(AttemptSearch(""), before: nil),
    .previousSignIn, .signOut, .endSession, .proceed, .method(.recoveryCode),
    .begin(Begin(.setUpSecondStep, email, wantsSession: false, hasSecrets: false)),
    .begin(Begin(.signIn, email, wantsSession: true, requiresSecondStep: true)),
    .begin(Begin(.signIn, .name(name), wantsSession: true)),
    .begin(Begin(.link, .name(name), wantsSession: false, hasSecrets: false)),
    .overview, .begin(Begin(.removeSecondStep, .email(email), hasSecrets: false)),
    .begin(Begin(.newRecoveryCodes, .email(email), hasSecrets: false)),
    .begin(Begin(.endSessions(.all), .email(email), hasSecrets: false)),
    .begin(Begin(.endSessions(.one(session.id)), .name(name), hasSecrets: false)),
    .begin(Begin(.confirmPassword, email, wantsSession: false)),
    .owner(account), .begin(Begin(.signIn, .email(email), wantsSession: false, account: account)),
    .hello(Hello(program: "0.2.0", source: source, signs: true)),
    .begin(Begin(.addKey, .email(email), hasSecrets: false)),
    .begin(Begin(.removeKey(.sample, isOnlyFactor: false), .email(email), hasSecrets: false)), .method(.key),
  ]

  private static let plain: [Reply] = [
    .welcome(welcome),
    .welcome(
      Welcome(program: "", acceptedLengths: 1...300, newLengths: 8...8, hasAccounts: false, signUp: nil)),
    .welcome(
      Welcome(
        program: "", acceptedLengths: 1...300, newLengths: 8...8, hasAccounts: true, signUp: nil,
        logins: .name(provider: "pam"))),
    .welcome(
      Welcome(
        program: "", acceptedLengths: 1...300, newLengths: 8...8, hasAccounts: true, signUp: .always,
        logins: .either(provider: "ldap"), isUIDShared: true,
        administration: AdminRules(
          hasStore: true, hashCost: .standard,
          throttle: Throttle(
            firstBlockingFailure: 5, longestBlock: .seconds(1), memory: .seconds(3600), disablingFailure: 100,
            gateUIDs: [33, 1000])))),
    .welcome(
      Welcome(
        program: "", acceptedLengths: 1...300, newLengths: 8...8, hasAccounts: true, signUp: nil,
        logins: .either(provider: "oidc-corp"),
        approval: ApprovalProvider(name: "oidc-corp", title: "Example Corp", domains: ["corp.example"]))),
    .rows([attempt, attempt]), .rows([]), .endOfRows(next: AttemptID(time: Timestamp(milliseconds: 1), number: 3)),
    .endOfRows(next: nil),
    .wait(.approval), .wait(.approval, page: page), .wait(.approval, page: shortPage), .tell(.quotation("ü", .error)),
    .tell(.passwordEnds(days: 0)),
    .tell(.recoveryCodes(["aaaa-bbbb", "cccc-dddd"])),
    .previous(nil), .previous(PreviousSignIn(nil, failures: 3)), .previous(PreviousSignIn(attempt, failures: 0)),
    .verified(session), .verified(nil), .done, .email(email), .email(nil),
    .account(
      overview: AccountOverview(
        sessions: [session], own: session.id,
        twoStep: AccountOverview.TwoStep(since: Timestamp(milliseconds: 9), recoveryCodes: 7),
        passwordSet: Timestamp(milliseconds: 8))),
    .account(
      overview: AccountOverview(
        sessions: [], own: nil, twoStep: AccountOverview.TwoStep(recoveryCodes: 7, hasCodes: false), passwordSet: nil,
        keys: [accountKey])),
    .account(overview: AccountOverview(sessions: [session], own: nil, twoStep: nil, passwordSet: nil)),
    .unavailable(.version(ProtocolVersion(major: 9, minor: 3))), .unavailable(.busy),
    .unavailable(.notNow), .unavailable(.unsupported), .queued(place: 3), .proven(id: "ada/1000", name: nil),
    .proven(id: "7", name: "ada"), .expired(id: "ada/1000", name: nil), .expired(id: "7", name: "ada"),
    .worker(version: .current), .refused, .proven(id: "7", name: "ada", email: email, secondStep: true),
  ]

  static let replies: [Reply] =
    plain
    + ProviderFault.allCases.map { .failed($0) } + questions.map { .ask($0) } + errors.map { .unavailable(.store($0)) }
    + endings.map { .ended($0) }

  static let questions: [Question] = [
    [
      Challenge(.password, id: ChallengeID(1)), Challenge(.prompt("Token?", isSecret: true), id: ChallengeID(2)),
      Challenge(.prompt("Name?", isSecret: false), id: ChallengeID(3)),
    ],
    Question([Challenge(.code(digits: 6), id: ChallengeID(4))], methods: [.recoveryCode], timeLimit: .seconds(120)),
    Question([Challenge(.code(digits: 8), id: ChallengeID(5))], fault: .used),
    Question([Challenge(.recoveryCode, id: ChallengeID(6))], methods: [.code]),
    Question([Challenge(.code(digits: 6), id: ChallengeID(7))], fault: .wrong),
    Question([Challenge(.recoveryCode, id: ChallengeID(8))], fault: .codesLocked),
    [Challenge(.newPassword(.oneTime), id: ChallengeID(9))],
    Question([Challenge(.newPassword(.expired), id: ChallengeID(10))], fault: .violation(.length(8...20))),
    Question([Challenge(.signature(signature(.signIn)), id: ChallengeID(12))], methods: [.code, .recoveryCode]),
    Question([Challenge(.newKey(signature(.newKey)), id: ChallengeID(13))], fault: .knownKey),
    Question([Challenge(.signature(signature(.change)), id: ChallengeID(14))], fault: .untouched),
    Question([Challenge(.signature(signature(.change)), id: ChallengeID(15))], fault: .softwareKey),
    [Challenge(.confirmation(CodeOffer(picture: picture, secret: "ABCD EFGH"), digits: 6), id: ChallengeID(11))],
  ]

  static let accountKey = AccountKey(
    .sample, name: "ring", added: Timestamp(milliseconds: 8), lastUsed: Timestamp(milliseconds: 9),
    isUserVerified: true)

  private static func signature(_ purpose: SignatureRequest.Purpose) -> SignatureRequest {
    let request = SignatureRequest(nonce: Array(0..<32), service: "castle", account: 7, purpose, keys: [.sample])
    guard let request else { preconditionFailure("This is a request.") }
    return request
  }

  private static var picture: BitMatrix {
    var picture = BitMatrix(size: 21)
    for place in 0..<21 { picture[place, (place * 5) % 21] = true }
    return picture
  }

  static let endings: [Ending] =
    [
      .signedIn(email, session, isNew: false), .signedIn(email, nil, isNew: true),
      .refused(blockedFor: nil, isNew: false), .refused(blockedFor: 900, isNew: true),
      .throttled(seconds: 8, isNew: false), .disabled(isNew: false), .cancelled(isNew: true), .changed, .confirmed,
      .secondStepMissing, .passwordExpired, .exists,
      .notFirst, .violation(.length(6...20)), .violation(.partOfEmail), .violation(.common), .violation(.unchanged),
    ] + errors.map { .unavailable($0, isNew: false) }

  static let errors: [StoreError] =
    [
      .unreachable(.noFileName, path: "/"), .unreachable(.refused(.make, errorNumber: 13), path: "/x/signin.db"),
      .unreachable(.outOfMemory, path: "/x"), .damaged(.foreignValue, path: "/x"),
      .damaged(.unusable(sqliteError: 26), path: "/x"), .untrusted(.hardLink, path: "/ü"),
      .untrusted(.otherOwner(than: 998), path: "/x"), .untrusted(.otherOwner(than: nil), path: "/x"),
      .untrusted(.writableByOthers(.otherPlace), path: "/x"), .inputOutput(.full, path: "/x"),
      .notRecorded(.syslog, errorNumber: 111), .hashing(.outOfMemory), .hashing(.passwordWiped),
      .socket(.refused(errorNumber: 13), path: "/run/x"), .socket(.writableByOthers, path: "/run"),
      .database(.uncertain, path: "service=signin"),
      .notStarted(reason: "service.toml, line 1: unknown setting “typo”"),
    ] + [SQLState("57P01")].compactMap { $0.map { .database(.failed($0), path: "service=signin") } }
    + ServiceFault.allCases.map { .service($0) } + ProviderFault.allCases.map { .provider($0) }

  private static let page = page(
    title: "Example Corp", "https://login.example.com/device",
    complete: "https://login.example.com/device?user_code=WDJB-MJHT", "WDJB-MJHT", .seconds(900))
  private static let shortPage = page(title: nil, "http://127.0.0.1:9000/", complete: nil, "0123.456", .seconds(1))

  private static func page(
    title: String?, _ address: String, complete: String?, _ code: String, _ time: Duration
  ) -> ApprovalPage {
    guard let web = WebAddress(address),
      let page = ApprovalPage(
        title: title, address: web, completeAddress: complete.flatMap(WebAddress.init), code: code, timeLimit: time)
    else { fatalError("The sample is not valid.") }
    return page
  }

  private static func address(_ text: String) -> EmailAddress {
    guard let address = EmailAddress(text) else { fatalError("The sample is not valid.") }
    return address
  }
}

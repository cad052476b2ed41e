import Identity
import SSHKeys
import Secrets
import TestSupport
import Testing

@Suite("A sign-in with a key", .tags(.secondStepAddsToPassword))
struct KeyFactorTests {
  /// Ann, whose form can sign, with a key and its recovery codes.
  private static func played(_ key: SecurityKey) async throws -> (PlayedAccount, [String]) {
    var played = try await PlayedAccount()
    played.signs = true
    return (played, try await played.add(key))
  }

  @Test(
    "asks for a signature behind the right password, and ends in a session",
    arguments: [
      PublicKey.Kind.securityKeyEd25519, .securityKeyP256,
    ])
  func story(kind: PublicKey.Kind) async throws {
    let key = try SecurityKey(kind)
    let (played, codes) = try await Self.played(key)
    #expect(codes.count == 10)
    let (conversation, first) = try await played.begin(played.signIn(.signInBySecondStep))
    let asked = try question(first)
    let request = try asked.signatureRequest
    #expect(request.service == "castle")
    #expect(request.purpose == .signIn)
    #expect(request.keys == [key.publicKey])
    #expect(asked.methods == [.recoveryCode])
    let end = try await conversation.sign(asked, by: key, counter: 8)
    guard case .ended(.signedIn(let signedIn)) = end else { throw Unexpected(end) }
    #expect(signedIn.session != nil)
    #expect(try await played.outcomes().prefix(3) == [.signedIn, .passed, .change(.keyAdded)])
    #expect(try await played.store.sshKeys(of: PlayedAccount.ann).first?.lastUsed == played.clock.now())
  }

  @Test("asks a form that can't sign for a recovery code, or a code")
  func olderForm() async throws {
    var (played, codes) = try await Self.played(SecurityKey())
    played.signs = false
    var (conversation, step) = try await played.begin(played.signIn())
    #expect(try question(step).challenges.map(\.kind) == [.recoveryCode])
    let end = try await conversation.answer(question(step), codes[0])
    guard case .ended(.signedIn) = end else { throw Unexpected(end) }
    played.signs = true
    (conversation, step) = try await played.begin(played.signIn())
    step = await conversation.next(.method(.recoveryCode))
    #expect(try question(step).challenges.map(\.kind) == [.recoveryCode])
    #expect(try question(step).methods == [.key])
  }

  @Test("offers the other ways in turn, so that the first of them leads round: key, code, recovery code, key")
  func both() async throws {
    var played = try await PlayedAccount()
    let (device, _) = try await played.secondStep()
    played.signs = true
    let key = try SecurityKey()
    let (adding, first) = try await played.begin(played.addingKey())
    var step = try await adding.answer(question(first), device.code(at: played.clock.now()))
    step = try await adding.sign(question(step), by: key, name: "ring")
    guard case .ended(.changed) = step else { throw Unexpected(step) }
    played.clock.advance(by: .seconds(30))
    let (conversation, signature) = try await played.begin(played.signIn())
    #expect(try question(signature).methods == [.code, .recoveryCode])
    step = await conversation.next(.method(.code))
    #expect(try question(step).challenges.map(\.kind) == [.code(digits: 6)])
    #expect(try question(step).methods == [.recoveryCode, .key])
    step = await conversation.next(.method(.recoveryCode))
    #expect(try question(step).challenges.map(\.kind) == [.recoveryCode])
    #expect(try question(step).methods == [.key, .code])
    step = await conversation.next(.method(.key))
    let end = try await conversation.sign(question(step), by: key)
    guard case .ended(.signedIn) = end else { throw Unexpected(end) }
  }

  @Test("refuses a signature for another service, account, purpose or time, by another key, or of another program")
  func otherSignatures() async throws {
    let (key, other) = (try SecurityKey(), try SecurityKey())
    var (played, _) = try await Self.played(key)
    played.throttle = .none
    func request(_ asked: SignatureRequest, _ change: (inout Parts) -> Void) throws -> SignatureRequest {
      var parts = Parts(asked)
      change(&parts)
      return try #require(parts.request)
    }
    let changes: [(inout Parts) -> Void] = [
      { $0.service = "elsewhere" }, { $0.account += 1 }, { $0.purpose = .change }, { $0.purpose = .newKey },
      { $0.nonce[0] ^= 1 },
    ]
    for change in changes {
      let (conversation, first) = try await played.begin(played.signIn())
      let asked = try question(first)
      let signature = try key.signature(answering: request(asked.signatureRequest, change))
      let step = await conversation.next(
        .secret(try KeyAnswer(signature).sealed(), to: try #require(asked.challenges.first).id))
      #expect(try question(step).fault == .wrong)
    }
    let (conversation, first) = try await played.begin(played.signIn())
    var step = try await conversation.sign(question(first), by: other)
    #expect(try question(step).fault == .wrong)
    let asked = try question(step)
    let ssh = try key.signature(of: asked.signatureRequest.nonce, namespace: "git")
    step = await conversation.next(.secret(try KeyAnswer(ssh).sealed(), to: try #require(asked.challenges.first).id))
    #expect(try question(step).fault == .wrong)
    step = try await conversation.answer(question(step), "AAAA")
    #expect(try question(step).fault == .wrong)
    step = try await conversation.sign(question(step), by: key)
    guard case .ended(.signedIn) = step else { throw Unexpected(step) }
  }

  @Test("takes a signature once: the same one answers no other question")
  func replay() async throws {
    let key = try SecurityKey()
    let (played, _) = try await Self.played(key)
    let (conversation, first) = try await played.begin(played.signIn())
    let asked = try question(first)
    let answer = try KeyAnswer(key.signature(answering: asked.signatureRequest)).sealed()
    let end = await conversation.next(.secret(answer, to: try #require(asked.challenges.first).id))
    guard case .ended(.signedIn) = end else { throw Unexpected(end) }
    let (again, second) = try await played.begin(played.signIn())
    let step = await again.next(.secret(answer, to: try #require(question(second).challenges.first).id))
    #expect(try question(step).fault == .wrong)
    #expect(try await played.outcomes().first == .refused)
  }

  @Test("does not count a key that was not touched, which is no failure")
  func untouched() async throws {
    let key = try SecurityKey()
    let (played, _) = try await Self.played(key)
    let (conversation, first) = try await played.begin(played.signIn())
    var step = try await conversation.sign(question(first), by: key, flags: 0)
    #expect(try question(step).fault == .untouched)
    #expect(try await played.outcomes().first == .notAccepted)
    step = try await conversation.sign(question(step), by: key, flags: 5)
    guard case .ended(.signedIn) = step else { throw Unexpected(step) }
  }

  @Test("notes a counter that has not grown, and lets the owner in")
  func counter() async throws {
    let key = try SecurityKey()
    let (played, _) = try await Self.played(key)  // at 7
    for (counter, isNoted) in [(UInt32(8), false), (8, true), (3, true), (9, false)] {
      let (conversation, first) = try await played.begin(played.signIn())
      let before = try await played.outcomes().count { $0 == .change(.keyCounter) }
      let end = try await conversation.sign(question(first), by: key, counter: counter)
      guard case .ended(.signedIn) = end else { throw Unexpected(end) }
      let noted = try await played.outcomes().count { $0 == .change(.keyCounter) } - before
      #expect(noted == (isNoted ? 1 : 0), "\(counter)")
    }
  }

  @Test(
    "takes a key without touch only where the administrator allows it",
    arguments: [
      PublicKey.Kind.ed25519, .p256,
    ])
  func software(kind: PublicKey.Kind) async throws {
    let key = try SecurityKey(kind)
    var played = try await PlayedAccount()
    played.signs = true
    let (adding, first) = try await played.begin(played.addingKey())
    let refused = try await adding.sign(question(first), by: key)
    #expect(try question(refused).fault == .softwareKey)
    played.keyRules = KeyRules(service: "castle", takesSoftwareKeys: true)
    let codes = try await played.add(key)
    let (conversation, asked) = try await played.begin(played.signIn())
    let end = try await conversation.sign(question(asked), by: key)
    guard case .ended(.signedIn) = end else { throw Unexpected(end) }
    // And no more once it is forbidden: only a recovery code helps
    played.keyRules = KeyRules(service: "castle")
    let (later, step) = try await played.begin(played.signIn())
    #expect(try question(step).challenges.map(\.kind) == [.recoveryCode])
    let last = try await later.answer(question(step), codes[0])
    guard case .ended(.signedIn) = last else { throw Unexpected(last) }
  }

  @Test(
    "is asked for by 32 random bytes, in the name of a service of at most 255",
    arguments: [(32, 255, true), (32, 256, false), (31, 9, false), (33, 9, false)])
  func limits(random: Int, name: Int, isGood: Bool) {
    let request = SignatureRequest(
      nonce: Array(repeating: 7, count: random), service: String(repeating: "s", count: name), account: 1, .signIn,
      keys: [.sample])
    #expect((request != nil) == isGood)
  }

  @Test("is asked for in a name of whole characters that fits, however long the service's is")
  func longName() {
    #expect(KeyRules(service: String(repeating: "s", count: 99)).service.count == 63)
    #expect(KeyRules(service: String(repeating: "👩‍👩‍👧‍👦", count: 63)).service == String(repeating: "👩‍👩‍👧‍👦", count: 10))
  }

  @Test("refuses a key that was removed while its owner looked for it")
  func removedMeanwhile() async throws {
    let (key, other) = (try SecurityKey(), try SecurityKey(.securityKeyP256))
    let (played, _) = try await Self.played(key)
    _ = try await played.store.change(
      PlayedAccount.ann, .addKey(NewAccountKey(other.publicKey, name: "")), from: .at("x"))
    let (conversation, first) = try await played.begin(played.signIn())
    _ = try await played.store.change(PlayedAccount.ann, .removeKey(key.publicKey), from: .at("x"))
    let step = try await conversation.sign(question(first), by: key)
    #expect(try question(step).fault == .wrong)
  }

  @Test("is listed by the name that the agent knows it by, with all its words")
  func name() async throws {
    var played = try await PlayedAccount()
    played.signs = true
    let (adding, first) = try await played.begin(played.addingKey())
    _ = try await adding.sign(question(first), by: SecurityKey(), name: "ring of Ann")
    _ = await adding.next(.proceed)
    #expect(try await played.store.sshKeys(of: PlayedAccount.ann).map(\.name) == ["ring of Ann"])
  }

  @Test("knows nothing of keys before the password was right, and takes as many steps for each email")
  func strangers() async throws {
    let (played, _) = try await Self.played(SecurityKey())
    for name in ["ann@example.com", "nobody@example.com"] {
      let step = await played.signIn().begin(.email(email(name)), try password("wrong horse")).next(.begin)
      guard case .ended(.refused(blockedFor: nil)) = step else { throw Unexpected(step) }
    }
  }

  @Test("takes each of twenty keys, and none is added to them")
  func most() async throws {
    let key = try SecurityKey()
    let (played, _) = try await Self.played(key)
    for number in 2...AccountKey.most {
      let other = NewAccountKey(try SecurityKey().publicKey, name: "\(number)")
      _ = try await played.store.change(PlayedAccount.ann, .addKey(other), from: .at("x"))
    }
    let (conversation, first) = try await played.begin(played.signIn())
    #expect(try question(first).signatureRequest.keys.count == 20)
    let end = try await conversation.sign(question(first), by: key)
    guard case .ended(.signedIn) = end else { throw Unexpected(end) }
    let (adding, asked) = try await played.begin(played.addingKey())
    let refused = try await adding.sign(question(asked), by: key)
    guard case .ended(.refused) = refused else { throw Unexpected(refused) }
  }

  @Test("is added once, and removed with the second step if it was the only factor")
  func addedAndRemoved() async throws {
    let key = try SecurityKey()
    let (played, _) = try await Self.played(key)
    #expect(try await played.store.sshKeys(of: PlayedAccount.ann).map(\.name) == ["ring"])
    let (again, asked) = try await played.begin(played.addingKey())
    var step = try await again.sign(question(asked), by: key)
    #expect(try question(step).signatureRequest.purpose == .newKey)
    step = try await again.sign(question(step), by: key)
    #expect(try question(step).fault == .knownKey)
    let (removing, first) = try await played.begin(played.removing(key.publicKey))
    #expect(try question(first).signatureRequest.purpose == .change)
    step = try await removing.sign(question(first), by: key)
    guard case .ended(.changed) = step else { throw Unexpected(step) }
    #expect(try await played.store.account(of: PlayedAccount.ann)?.secondStep == nil)
    let rows = try await played.outcomes()
    #expect(rows.prefix(2) == [.change(.keyRemoved), .change(.secondStepRemoved)])
    // And the answers that led there were right
    #expect(rows.filter { !$0.isChange }.prefix(2) == [.passed, .passed])
  }
}

/// The fields of a request, to be changed.
private struct Parts {
  var nonce: [UInt8]
  var service: String
  var account: Int64
  var purpose: SignatureRequest.Purpose
  private let keys: [PublicKey]

  init(_ request: SignatureRequest) {
    (nonce, service, account, purpose, keys) =
      (request.nonce, request.service, request.account, request.purpose, request.keys)
  }

  var request: SignatureRequest? {
    SignatureRequest(nonce: nonce, service: service, account: account, purpose, keys: keys)
  }
}

extension PlayedAccount {
  /// Adds a key to an account without a second step.
  /// - Returns: Its recovery codes.
  func add(_ key: SecurityKey) async throws -> [String] {
    let (conversation, first) = try await begin(addingKey())
    let step = try await conversation.sign(question(first), by: key, name: "ring")
    guard case .tell(.recoveryCodes(let codes)) = step, case .ended(.changed) = await conversation.next(.proceed) else {
      throw Unexpected(step)
    }
    return codes
  }
}

extension Question {
  /// The request of its only challenge.
  var signatureRequest: SignatureRequest {
    get throws {
      switch challenges.first?.kind {
      case .signature(let request), .newKey(let request): return request
      default: throw Unexpected(.ask(self))
      }
    }
  }
}

extension SecurityKey {
  func signature(answering request: SignatureRequest, flags: UInt8 = 1, counter: UInt32 = 7) throws -> KeySignature {
    try KeySignature(
      publicKey, agentReturned: sign(request.bytesToSign, flags: flags, counter: counter),
      namespace: SignatureRequest.namespace)
  }
}

extension SignInConversation {
  /// Answers the only challenge of a question by a signature.
  func sign(
    _ question: Question, by key: SecurityKey, flags: UInt8 = 1, counter: UInt32 = 7, name: String = ""
  ) async throws -> SignInStep {
    let signature = try key.signature(answering: question.signatureRequest, flags: flags, counter: counter)
    return await next(
      .secret(try KeyAnswer(signature, name: name).sealed(), to: try #require(question.challenges.first).id))
  }
}

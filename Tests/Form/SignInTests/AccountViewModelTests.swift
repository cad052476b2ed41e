import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The account page")
struct AccountViewModelTests {
  private enum Route: Equatable {
    case change(OwnChange)
    case changePassword
    case link
    case another
    case left
    case signedOut
  }

  /// A page that records all its outputs.
  private final class Page {
    let account: ScriptedAccount
    let clock = ManualClock()
    let session: Recorder<Message?>
    let twoStep: Recorder<Message?>
    let password: Recorder<Message?>
    let others: Recorder<Message?>
    let sessions: Recorder<[SessionRow]>
    let keys: Recorder<[KeyRow]>
    let keyCount: Recorder<Message?>
    let isTwoStepOn: Recorder<Bool>
    let isPasswordOffered: Recorder<Bool>
    let error: Recorder<Message?>
    let question: Recorder<Message?>
    let routes: Recorder<Route>
    private let viewModel: any AccountViewModelType
    var inputs: any AccountViewModelInputs { viewModel.inputs }

    init(_ result: Result<AccountOverview, StoreError>, isLinkOffered: Bool = false, hasPassword: Bool = true) {
      account = ScriptedAccount(result)
      let own = OwnAccount(
        email("ada@lovelace.example"), reading: account, changePassword: ScriptedPasswordChange(),
        hasPassword: hasPassword, change: { _ in ScriptedSignIn() },
        link: isLinkOffered ? ScriptedSignIn() : nil)
      viewModel = AccountViewModel(of: own, clock: clock)
      let outputs = viewModel.outputs
      session = Recorder(outputs.sessionMessage)
      twoStep = Recorder(outputs.twoStepMessage)
      password = Recorder(outputs.passwordMessage)
      others = Recorder(outputs.otherSessionsMessage)
      sessions = Recorder(outputs.sessions)
      keys = Recorder(outputs.keys)
      keyCount = Recorder(outputs.keysMessage)
      isTwoStepOn = Recorder(outputs.isTwoStepOn)
      isPasswordOffered = Recorder(outputs.isPasswordOffered)
      error = Recorder(outputs.errorMessage)
      question = Recorder(outputs.question)
      routes = Recorder(
        .merge(
          outputs.change.map { .change($0) }, outputs.changePassword.map { .changePassword },
          outputs.link.map { .link }, outputs.signInAsAnother.map { .another }, outputs.dismissed.map { .left },
          outputs.signedOut.map { .signedOut }))
      viewModel.inputs.viewDidLoad()
    }

    /// A page of an account with these other sessions, once it is shown.
    static func showing(_ others: Int = 0, codes: Int? = nil, isLinkOffered: Bool = false) async -> Page {
      let places = (0..<others).map { (tty: "tty\($0)", host: "castle", program: "menu") }
      let page = Page(
        .success(.sample(at: ManualClock().now(), others: places, codes: codes)), isLinkOffered: isLinkOffered)
      await page.session.wait { ($0.last ?? nil) != nil }
      return page
    }
  }

  private static func told(_ seconds: Int64, isToday: Bool = false, isThisYear: Bool = false) -> DisplayTime {
    let time = ManualClock().now().advanced(by: .seconds(seconds))
    return DisplayTime(time: ManualClock().local(time), isToday: isToday, isThisYear: isThisYear)
  }

  // MARK: What it says

  @Test("It says nothing before the account is read, then the session, the second step and the password")
  func says() async {
    let page = await Page.showing(1, codes: 7)
    #expect(page.session.values == [nil, .sessionUntil(Self.told(1800, isToday: true, isThisYear: true))])
    #expect(page.twoStep.values == [nil, .twoStepOn(since: Self.told(-2 * 86_400), codes: 7)])
    #expect(page.password.values == [nil, .passwordAge(days: 41)])
    #expect(page.others.values == [nil, .otherSessions(1)])
    #expect(page.isTwoStepOn.values == [false, true])
    #expect(page.isPasswordOffered.values == [true])
    #expect(page.sessions.last?.map(\.tty) == ["tty0"])
    #expect(page.sessions.last?.first?.since == Self.told(-3600))
    #expect(page.error.values == [nil])
  }

  @Test("It says that two-step sign-in is off, and that a terminal keeps no session")
  func off() async {
    let page = Page(
      .success(AccountOverview(sessions: [], own: nil, twoStep: nil, passwordSet: nil)))
    await page.session.wait { $0.last == .noSession }
    #expect(page.twoStep.last == .twoStepOff)
    #expect(page.isTwoStepOn.values == [false])
    #expect(page.password.last == .noPassword)
    #expect(page.isPasswordOffered.values == [true, false])
    #expect(page.keyCount.last == .some(nil))
    #expect(page.others.last == .otherSessions(0))
  }

  @Test(
    "The age of a password is counted in days, and is none if it was set today, or by a clock that was ahead",
    arguments: [(-86_400, 1), (0, 0), (86_400, 0)])
  func passwordAge(seconds: Int, days: Int) async {
    let set = ManualClock().now().advanced(by: .seconds(seconds))
    let page = Page(.success(AccountOverview(sessions: [], own: nil, twoStep: nil, passwordSet: set)))
    await page.session.wait { $0.last == .noSession }
    #expect(page.password.last == .passwordAge(days: days))
  }

  @Test("It says why the account can't be read, and reads it again when it is asked to")
  func fails() async {
    let error = StoreError.unreachable(.busy, path: "S")
    let page = Page(.failure(error))
    await page.error.wait { $0.last == .accountUnavailable(error) }
    #expect(page.session.values == [nil])
    page.account.result = .success(.sample(at: page.clock.now()))
    page.inputs.didTapRefresh()
    await page.twoStep.wait { $0.last == .twoStepOff }
    #expect(page.error.values.last == .some(nil))
    #expect(page.account.readings == 2)
  }

  // MARK: Changes

  @Test("Turning two-step sign-in on, or replacing it, is not asked about: its own scenes can be left")
  func replaces() async {
    let page = await Page.showing(codes: 7)
    page.inputs.didTapSecondStep()
    page.inputs.didTapNewRecoveryCodes()
    #expect(page.routes.values == [.change(.setUpSecondStep(replaces: true)), .change(.newRecoveryCodes)])
    #expect(page.question.values == [nil])
  }

  @Test("A key is added to fewer than the most keys; with as many it says so, before anybody types a password")
  func addsKey() async {
    for count in [AccountKey.most - 1, AccountKey.most] {
      let page = Page(.success(.sample(at: ManualClock().now(), keys: Array(repeating: "ring", count: count))))
      await page.twoStep.wait { $0.last == .twoStepOff }
      page.inputs.didTapAddKey()
      #expect(page.routes.values == (count < AccountKey.most ? [.change(.addKey)] : []))
      #expect(page.error.values.last == .some(count < AccountKey.most ? nil : .tooManyKeys))
    }
  }

  @Test("Turning it off is asked about: Enter does it, Esc doesn't and stays")
  func turnsOff() async {
    let page = await Page.showing(codes: 7)
    page.inputs.didTapTurnOff()
    #expect(page.question.values == [nil, .turnOffQuestion(hasKeys: false)])
    page.inputs.didTapDismiss()
    #expect(page.routes.values.isEmpty)
    page.inputs.didTapTurnOff()
    page.inputs.didTapConfirm()
    #expect(page.routes.values == [.change(.removeSecondStep)])
    #expect(
      page.question.values == [nil, .turnOffQuestion(hasKeys: false), nil, .turnOffQuestion(hasKeys: false), nil])
    // and where there are keys, it says that they are removed
    let withKeys = Page(.success(.sample(at: ManualClock().now(), codes: 7, keys: ["ring"])))
    await withKeys.keys.wait { $0.last?.isEmpty == false }
    #expect(withKeys.keyCount.values == [nil, .keys(1)])
    withKeys.inputs.didTapTurnOff()
    #expect(withKeys.question.last == .turnOffQuestion(hasKeys: true))
    // and Enter without a question does nothing
    page.inputs.didTapConfirm()
    #expect(page.routes.values.count == 1)
  }

  @Test("Removing a key is asked about, and also says whether two-step sign-in ends with it")
  func removesKey() async throws {
    for (keys, hasCodes, isOnlyFactor) in [
      (["ring"], false, true), (["ring"], true, false), (["ring", "desk"], false, false), (["ring"], nil, false),
    ] {
      let page = Page(
        .success(.sample(at: ManualClock().now(), codes: 7, keys: keys, hasCodes: hasCodes)))
      await page.keys.wait { $0.last?.isEmpty == false }
      let row = try #require(page.keys.last?.first)
      page.inputs.didTapRemoveKey(row)
      #expect(page.question.last == .removeKeyQuestion(name: "ring", isOnlyFactor: isOnlyFactor))
      page.inputs.didTapConfirm()
      #expect(page.routes.values == [.change(.removeKey(row.key, isOnlyFactor: isOnlyFactor))])
    }
  }

  @Test("What is off is neither turned off nor gets recovery codes")
  func nothingToTurnOff() async {
    let page = await Page.showing()
    page.inputs.didTapTurnOff()
    page.inputs.didTapNewRecoveryCodes()
    #expect(page.routes.values.isEmpty)
    #expect(page.question.values == [nil])
  }

  @Test("Ending one session, or all others, is asked about with its place or their number")
  func endsSessions() async throws {
    let page = await Page.showing(2)
    let row = try #require(page.sessions.last?.last)
    page.inputs.didTapEndSession(row)
    #expect(page.question.last == .endSessionQuestion(place: "tty1"))
    page.inputs.didTapConfirm()
    page.inputs.didTapEndOtherSessions()
    #expect(page.question.last == .endOtherSessionsQuestion(2))
    page.inputs.didTapConfirm()
    #expect(page.routes.values == [.change(.endSessions(.one(row.id))), .change(.endSessions(.all))])
  }

  @Test("Where there are no other sessions, none are ended")
  func noOthers() async {
    let page = await Page.showing()
    page.inputs.didTapEndOtherSessions()
    #expect(page.question.values == [nil])
    let other = await Page.showing(1)
    other.inputs.didTapEndOtherSessions()
    #expect(other.question.last == .endOtherSessionsQuestion(1))
  }

  // MARK: Ways out

  @Test("It leads to the password, to another sign-in, out and away", arguments: [false, true])
  func ways(isLinkOffered: Bool) async {
    let page = await Page.showing(isLinkOffered: isLinkOffered)
    page.inputs.didTapChangePassword()
    page.inputs.didTapLink()
    page.inputs.didTapSignInAsAnother()
    page.inputs.didTapSignOut()
    page.inputs.didTapDismiss()
    #expect(
      page.routes.values == [.changePassword] + (isLinkOffered ? [.link] : []) + [.another, .signedOut, .left])
  }

  @Test("It offers to link a user name only where one can be proven", arguments: [false, true])
  func offersLink(canLink: Bool) {
    let own = OwnAccount(
      email("ada@lovelace.example"), reading: ScriptedAccount(.success(.sample(at: ManualClock().now()))),
      changePassword: ScriptedPasswordChange(), hasPassword: true,
      change: { _ in ScriptedSignIn() }, link: canLink ? ScriptedSignIn() : nil)
    let viewModel: any AccountViewModelType = AccountViewModel(of: own, clock: ManualClock())
    #expect(viewModel.outputs.isLinkOffered == canLink)
  }

  @Test("An account without a password has none to change")
  func noPassword() async {
    let page = Page(.success(AccountOverview(sessions: [], own: nil, twoStep: nil, passwordSet: nil)))
    await page.session.wait { $0.last == .noSession }
    page.inputs.didTapChangePassword()
    #expect(page.routes.values.isEmpty)
  }
}

import Identity
import Secrets
import SignIn
import Signals
import TestSupport
import Testing

@Suite("Signing in at another provider")
struct ProviderTests {
  // MARK: Beside a password

  @Test("A key begins the sign-in there, without a password, and with the typed email as a hint")
  func key() async {
    let scene = ProviderScene()
    scene.type("ada@lovelace.example")
    scene.inputs.didTapProvider()
    #expect(await scene.script.go(on: .wait(.approval, at: .sample())) == .begin(0))
    await scene.routes.wait { $0 == [.page("ada@lovelace.example", "oidc-corp")] }
  }

  @Test("It needs no email")
  func noEmail() async {
    let scene = ProviderScene()
    scene.inputs.didTapProvider()
    await scene.script.go(on: .wait(.approval, at: .sample()))
    await scene.routes.wait { $0 == [.page("*", "oidc-corp")] }
  }

  @Test("Enter behind an email of its domain leads there; with a password it signs in by that")
  func domain() async {
    let scene = ProviderScene()
    scene.type("ada@lovelace.example")
    #expect(scene.isProviderNext.values == [false])
    scene.type("ada@corp.example")
    #expect(scene.isProviderNext.values == [false, true])
    scene.typePassword("correct horse")
    #expect(scene.isProviderNext.values == [false, true, false])
    scene.typePassword("")
    scene.inputs.email.didReturn()
    #expect(await scene.script.go(on: .wait(.approval, at: .sample())) == .begin(0))
    await scene.routes.wait { $0 == [.page("ada@corp.example", "oidc-corp")] }
  }

  @Test("Enter behind the email that signed in there last leads there, too")
  func remembered() {
    var settings = SignInViewModel.Settings()
    (settings.rememberedLogin, settings.rememberedProvider) = ("ada@lovelace.example", "oidc-corp")
    let scene = ProviderScene(settings)
    scene.type("ada@lovelace.example")
    #expect(scene.isProviderNext.last == true)
    scene.type("bob@lovelace.example")
    #expect(scene.isProviderNext.last == false)
  }

  @Test("Nothing is charged, and nothing counts as a refusal, whatever the provider says")
  func failed() async {
    let scene = ProviderScene()
    for _ in 1...6 {
      scene.inputs.didTapProvider()
      await scene.script.go(on: .ended(.unavailable(.provider(.denied))))
      await scene.message.wait { $0.last == .some(.unavailable(.provider(.denied))) }
    }
    #expect(scene.routes.values == [])
  }

  @Test("Nobody types a name of such a provider: the field asks for an email")
  func emails() {
    #expect(ProviderScene().logins.last == .email)
  }

  @Test("Without a provider the key does nothing")
  func none() {
    let scene = ProviderScene(provider: nil)
    scene.inputs.didTapProvider()
    #expect(!scene.script.isAsked)
  }

  // MARK: Alone

  @Test("Where it is the only way in, the button begins it")
  func only() async {
    let scene = OnlyProviderScene()
    #expect(scene.outputs.provider == "Example Corp")
    let isEnabled = Recorder(scene.outputs.isSubmitEnabled)
    scene.inputs.didTapSubmit()
    #expect(isEnabled.values == [true, false])
    #expect(await scene.script.go(on: .wait(.approval, at: .sample())) == .begin(0))
    await scene.routes.wait { $0 == ["page"] }
    #expect(isEnabled.values == [true, false, true])
  }

  @Test("At a lock its conversation unlocks, and elsewhere it signs in")
  func purpose() async {
    for lock in [nil, ApprovalProvider.sample.login()] {
      // given
      var settings = SignInViewModel.Settings()
      settings.lock = lock
      let scene = OnlyProviderScene(settings)
      let unlocks = Recorder(
        scene.outputs.nextStep.map { conversation in
          if case .unlock = conversation.purpose { true } else { false }
        })
      // when
      scene.inputs.didTapSubmit()
      await scene.script.go(on: .wait(.approval, at: .sample()))
      // then
      await unlocks.wait { $0 == [lock != nil] }
    }
  }

  @Test("It says why the last sign-in failed, until the next one begins")
  func reason() async {
    let scene = OnlyProviderScene()
    scene.inputs.didTapSubmit()
    await scene.script.go(on: .ended(.unavailable(.provider(.unreachable))))
    await scene.message.wait { $0.last == .some(.unavailable(.provider(.unreachable))) }
    scene.inputs.didTapSubmit()
    #expect(scene.message.last == .some(nil))
  }

  @Test("It says why the conversation before has ended")
  func failure() {
    var settings = SignInViewModel.Settings()
    settings.failure = .unavailable(.provider(.tooLate))
    #expect(OnlyProviderScene(settings).message.last == .some(.unavailable(.provider(.tooLate))))
  }

  @Test("Esc leaves, but not a lock")
  func escape() {
    let scene = OnlyProviderScene()
    scene.inputs.didTapCancel()
    #expect(scene.routes.values == ["cancelled"])
    var settings = SignInViewModel.Settings()
    settings.lock = ApprovalProvider.sample.login()
    let lock = OnlyProviderScene(settings)
    lock.inputs.didTapCancel()
    #expect(lock.outputs.isLock)
    #expect(lock.routes.values == [])
  }
}

/// The sign-in form beside which a provider is.
private final class ProviderScene {
  enum Route: Equatable {
    case page(String, String)
    case other
  }

  let script = ScriptedConversation()
  let scheduler = TestScheduler()
  let inputs: any SignInViewModelInputs
  let routes: Recorder<Route>
  let message: Recorder<Message?>
  let isProviderNext: Recorder<Bool>
  let logins: Recorder<LoginKind>
  private let viewModel: any SignInViewModelType
  private let email = GuardedText(capacity: 100)
  private let password = GuardedText(capacity: 100)

  init(_ settings: SignInViewModel.Settings = .init(), provider: ApprovalProvider? = .sample) {
    var accounts = Accounts(signIn: script, tally: AttemptTally(scheduler: scheduler))
    accounts.passwordLength = .just(PasswordPolicy())
    accounts.approval = .just(provider)
    accounts.logins = .just(.either(provider: "oidc-corp"))
    viewModel = SignInViewModel(accounts, settings, on: scheduler)
    let outputs = viewModel.outputs
    inputs = viewModel.inputs
    message = Recorder(outputs.message)
    isProviderNext = Recorder(outputs.isProviderNext)
    logins = Recorder(outputs.logins)
    routes = Recorder(
      .merge(
        outputs.nextStep.map { conversation in
          guard conversation.step.page != nil, case .name(let name) = conversation.login else { return .other }
          return .page(name.text, name.provider)
        }, outputs.signedIn.map { _ in .other }, outputs.usedUpAttempts.map { .other }))
    inputs.password.didChange(password)
    inputs.viewDidLoad()
  }

  func type(_ text: String) {
    fill(email, text)
    inputs.email.didChange(email)
  }

  func typePassword(_ text: String) {
    fill(password, text)
    inputs.password.didChange(password)
  }

  private func fill(_ guarded: GuardedText, _ text: String) {
    guarded.wipe()
    for scalar in text.unicodeScalars { guarded.insert(scalar, at: guarded.count) }
  }
}

/// The form where the provider is the only way in.
private final class OnlyProviderScene {
  let script = ScriptedConversation()
  let inputs: any ProviderViewModelInputs
  let outputs: any ProviderViewModelOutputs
  let routes: Recorder<String>
  let message: Recorder<Message?>

  init(_ settings: SignInViewModel.Settings = .init()) {
    let scheduler = TestScheduler()
    let accounts = Accounts(signIn: script, tally: AttemptTally(scheduler: scheduler))
    let viewModel: any ProviderViewModelType = ProviderViewModel(of: .sample, accounts, settings, on: scheduler)
    (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    message = Recorder(outputs.message)
    routes = Recorder(
      .merge(
        outputs.nextStep.map { $0.step.page == nil ? "other" : "page" }, outputs.signedIn.map { _ in "signed in" },
        outputs.cancelled.map { "cancelled" }))
    inputs.viewDidLoad()
  }
}

import Identity
import Sentences
import SignIn
import Signals
import Terminal

/// The sign-in form as a dialogue. It asks for nothing else: a box to tick is the option `--remember` here, because a question
/// behind the password would show what fingers type out of habit.
final class PlainSignInView: PlainView {
  let form: PlainForm
  private let email: PlainQuestion
  private let password: PlainQuestion
  private var offersCreateAccount = false
  /// The provider at which people approve their sign-in; nil for none.
  private var provider: String?
  private let bag = DisposeBag()

  /// Stands for F3 in a dialogue, which has no keys.
  private static let createAccount = "+"
  /// Stands for F8.
  private static let approval = "@"

  init(viewModel: any SignInViewModelType, on device: any LineDevice) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    form = PlainForm(device)
    let questions = form.bind(
      inputs, outputs, .signIn, doing: outputs.isLock ? translated("Unlocking.") : translated("Signing in."), in: bag)
    (email, password) = (questions[0], questions[1])
    bindInputs(inputs)
    bindOutputs(outputs, inputs)
    writeHowTo(isLock: outputs.isLock)
    inputs.viewDidLoad()
  }

  private func bindInputs(_ inputs: any SignInViewModelInputs) {
    email.didLeave = { [unowned email] in
      if email.typed == Self.createAccount { inputs.didTapCreateAccount() }
      inputs.email.didLeave()
    }
    email.didAnswer = { [unowned self] in
      guard let provider, password.otherWay != nil else { return inputs.email.didReturn() }
      form.writeLine(translated("Enter without a password signs in with {provider}.", ["provider": provider]))
      form.focus(password)
    }
  }

  private func bindOutputs(_ outputs: any SignInViewModelOutputs, _ inputs: any SignInViewModelInputs) {
    outputs.logins.bind(to: Binder(email) { $0.title = FieldWords.login($1).title }).disposed(by: bag)
    outputs.isCreateAccountOffered.bind(to: Binder(self) { $0.offersCreateAccount = $1 }).disposed(by: bag)
    outputs.provider.bind(
      to: Binder(self) { view, provider in
        view.provider = provider.map { Sanitiser.cleaned($0.title) }
        view.email.otherWay = provider.map { _ in (Self.approval, inputs.didTapProvider) }
      }
    ).disposed(by: bag)
    // In a dialogue there is no way past the provider's page to the password, so the password is asked for in any case.
    outputs.isProviderNext.bind(
      to: Binder(password) { $0.otherWay = $1 ? ("", inputs.didTapProvider) : nil }
    ).disposed(by: bag)
  }

  private func writeHowTo(isLock: Bool) {
    let way =
      isLock ? translated("Locked. The password unlocks this terminal.") : translated("Sign in. Ctrl-D cancels.")
    form.writeLine(
      offersCreateAccount ? way + " " + translated("To create an account, enter + instead of an email.") : way)
    if let provider {
      form.writeLine(
        translated(
          "To sign in with {provider}, enter @ instead of an email.", ["provider": provider]))
    }
  }
}

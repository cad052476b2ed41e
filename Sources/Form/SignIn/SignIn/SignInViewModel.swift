public import Identity
import Secrets
public import Signals

/// A field of the sign-in form, in form order.
public enum SignInField: Int, Sendable {
  /// The email address, or the user name.
  case email
  /// The password.
  case password
}

/// The events of the sign-in form.
public protocol SignInViewModelInputs: FormInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The email field: `didChange`, `didLeave`, `didReturn`, `didAcceptSuggestion`.
  var email: FieldInputs { get }
  /// The password field.
  var password: FieldInputs { get }
  /// The button was pressed.
  func didTapSubmit()
  /// Esc was pressed: gives up the sign-in under way, or leaves the form.
  func didTapCancel()
  /// F2 was pressed: shows the password, or hides it again.
  func didTapReveal()
  /// `Remember my email` was checked or cleared.
  func didTapRemember()
  /// `Create account` was chosen.
  func didTapCreateAccount()
  /// The provider was chosen, at which people approve their sign-in elsewhere.
  func didTapProvider()
  /// Caps Lock went on or off. Reported only where that can be known.
  func didChangeCapsLock(isOn: Bool)
  /// The program is about to be suspended or to exit.
  func willSuspend()
}

/// The state of the sign-in form, and where it leads.
public protocol SignInViewModelOutputs: FormOutputs {
  /// The email field: `isValid`, `status` for the colour of its border, `message` for its error.
  var email: FieldOutputs { get }
  /// The password field, in the same way.
  var password: FieldOutputs { get }
  /// Give this field the focus.
  var focus: Signal<SignInField> { get }
  /// Enable or disable the button.
  var isSubmitEnabled: Signal<Bool> { get }
  /// Show how long the sign-in has been under way; nil when none is. Discard keys meanwhile.
  var progress: Signal<SubmissionProgress?> { get }
  /// Show why the last sign-in failed; nil for nothing.
  var message: Signal<Message?> { get }
  /// Check or clear `Remember my email`.
  var isRemembering: Signal<Bool> { get }
  /// Ask for these logins in the first field.
  var logins: Signal<LoginKind> { get }
  /// Offer `Create account`, or not.
  var isCreateAccountOffered: Signal<Bool> { get }
  /// Offer this provider, at which people approve their sign-in elsewhere; nil for none.
  var provider: Signal<ApprovalProvider?> { get }
  /// Whether Enter in the email field leads to the provider: the email is one of its domain, or signed in there last.
  var isProviderNext: Signal<Bool> { get }
  /// Show the form as a lock: without the keys that leave it.
  var isLock: Bool { get }

  /// Go on: the user signed in.
  var signedIn: Signal<(user: SignedIn, isRemembering: Bool)> { get }
  /// Go on with the next step of this conversation: the password alone was not enough.
  var nextStep: Signal<Conversation> { get }
  /// Go to the form for a new account. The email typed so far goes along.
  var createAccount: Signal<String> { get }
  /// End: the user used up the attempts that one run of the program allows; all were refused.
  var usedUpAttempts: Signal<Void> { get }
  /// End: the user left.
  var cancelled: Signal<Void> { get }
}

/// The sign-in form without its view.
public protocol SignInViewModelType {
  /// The events that the view reports.
  var inputs: any SignInViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any SignInViewModelOutputs { get }
}

/// The sign-in form: validates while the user types, signs in, and says why a sign-in failed.
public final class SignInViewModel: SignInViewModelType, SignInViewModelOutputs {
  public let email: FieldOutputs
  public let password: FieldOutputs
  public let focus: Signal<SignInField>
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SubmissionProgress?>
  public let message: Signal<Message?>
  public let isRemembering: Signal<Bool>
  public let logins: Signal<LoginKind>
  public let isCreateAccountOffered: Signal<Bool>
  public let provider: Signal<ApprovalProvider?>
  public let isProviderNext: Signal<Bool>
  public let isLock: Bool
  public let signedIn: Signal<(user: SignedIn, isRemembering: Bool)>
  public let nextStep: Signal<Conversation>
  public let createAccount: Signal<String>
  public let usedUpAttempts: Signal<Void>
  public let cancelled: Signal<Void>

  public let inputs: any SignInViewModelInputs
  public var outputs: any SignInViewModelOutputs { self }
  public var fields: [FieldOutputs] { [email, password] }
  public var focusedField: Signal<Int> { focus.map(\.rawValue) }

  /// - Parameters:
  ///   - accounts: Where to ask, and what is known before anybody asks.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  public init(_ accounts: Accounts, _ settings: Settings = Settings(), on scheduler: any Scheduler) {
    let inputs = Inputs()
    let tally = accounts.tally
    let lock = settings.lock
    provider = lock == nil ? accounts.approval.skipRepeats() : .just(nil)
    // Nobody types a name of such a provider.
    logins =
      (lock.map { .just($0.kind) }
      ?? Signal.combineLatest(accounts.logins, provider).map { $1 == nil ? $0 : .email }).skipRepeats()

    // What was typed and ticked.
    var emailField = LoginField(inputs.email, startingWith: settings.start, taking: logins)
    // User names have no rule for lengths: their providers have rules of their own.
    let length = Signal.combineLatest(accounts.passwordLength, emailField.entry.map { $0.isName }.skipRepeats())
      .map { $1 ? .any : $0 }
    let passwordField = PasswordField(inputs.password, length: length)
    isProviderNext =
      provider.flatMapLatest { [entry = emailField.entry, content = passwordField.content] provider -> Signal<Bool> in
        guard let provider else { return .just(false) }
        return Signal.combineLatest(entry, content)
          .map { $1.isEmpty && provider.isNext(after: $0.login, settings) }
      }.held(false)
    let emailReturns = inputs.email.returns.signal.withLatest(from: isProviderNext).shared()
    emailField.returned = emailReturns.filter { !$1 }.map { _ in }
    isRemembering =
      inputs.rememberTaps.signal.scan(settings.isRemembering) { isOn, _ in !isOn }
      .held(settings.isRemembering)

    // Enter and the button lead from field to field, then to a sign-in.
    let login = lock.map { .just($0) } ?? emailField.entry.map { $0.login }
    let block = tally.block(of: login).map { $0?.message }.held(nil)
    let form = Form<SignInField>(
      [(.email, emailField), (.password, passwordField)], submitted: inputs.submits.signal,
      hold: block.map { $0 == nil ? .none : .wait })
    let drafts = Signal<Draft>.merge(
      form.submitted(with: .combineLatest(emailField.entry, passwordField.text, isRemembering))
        .map { .password($0, $1, isRemembering: $2) },
      Signal.merge(inputs.providerTaps.signal, emailReturns.filter { $1 }.map { _ in })
        .withLatest(from: .combineLatest(provider, emailField.entry, isRemembering))
        .compactMap { _, now in now.0.map { .provider($0, now.1, isRemembering: now.2) } })
    let submission = Submission(of: drafts, inputs, queue: accounts.queue, on: scheduler) {
      draft throws(PasswordError) in
      try draft.attempt(lock)
    } sending: { attempt in
      await attempt.begin(at: accounts.signIn, tally)
    }
    let answer = submission.answered

    // The fields, and the form around them.
    let refused = answer.filter { $0.isRefused }.map { _ in }
    let secrets = SecretFieldEvents(inputs, form, submission, on: scheduler)
    email = emailField.outputs(
      loaded: inputs.loads.signal, submitted: inputs.submits.signal, refused: refused,
      fixed: lock.map { _ in accounts.emailOfLock }, settings.form
    ).leading(on: form.leadsOn(from: .email))
    password = passwordField.outputs(secrets, settings.form)
      .leading(on: form.leadsOn(from: .password))
    focus = .merge(
      inputs.loads.signal.withLatest(from: isProviderNext)
        .map { emailField.start.isEmpty || $1 ? .email : .password }, form.focus,
      submission.ended.map { .password })
    isSubmitEnabled = form.isSubmitEnabled(unless: submission.isRunning)
    progress = submission.progress
    // The reason of an earlier failure comes behind the text of the fields.
    let earlier = inputs.loads.signal.withLatest(from: .just(settings.failure)).map { $1 }
    message = Signal<Message?>.merge(
      earlier, submission.started.map { nil }, submission.unusable.map { .passwordUnusable($0) },
      answer.filter { $0.outcome != nil }.withLatest(from: tally.attemptsLeft(of: settings.attemptLimit))
        .map { $0.message(attemptsLeft: $1) },
      accounts.faults.map { Message(unavailable: $0) }
    ).shown(until: form.typed, behind: block)
    isCreateAccountOffered = Signal.combineLatest(accounts.offersSignUp, logins).map { $0 && $1.takesEmails }
      .skipRepeats()
    isLock = lock != nil

    // Where the form leads.
    signedIn = answer.compactMap { $0.signedIn }
    nextStep = answer.compactMap { $0.nextStep }
    createAccount = inputs.createAccountTaps.signal
      .withLatest(from: .combineLatest(isCreateAccountOffered, submission.isRunning))
      .filter { _, now in now.0 && !now.1 }
      .withLatest(from: emailField.entry).map { _, entry in entry.text }
    usedUpAttempts = tally.refusals.signal.filter { $0 >= settings.attemptLimit ?? .max }.map { _ in }
    cancelled = submission.escaped.filter { lock == nil }
    self.inputs = inputs
  }

  private final class Inputs: FormEvents, SignInViewModelInputs {
    let email = FieldInputs()
    let password = FieldInputs()
    override var fields: [FieldInputs] { [email, password] }

    let rememberTaps = Relay<Void>()
    func didTapRemember() { rememberTaps.send() }

    let createAccountTaps = Relay<Void>()
    func didTapCreateAccount() { createAccountTaps.send() }

    let providerTaps = Relay<Void>()
    func didTapProvider() { providerTaps.send() }
  }

  /// What somebody wants to sign in with.
  private enum Draft {
    case password(LoginEntry, GuardedText, isRemembering: Bool)
    case provider(ApprovalProvider, LoginEntry, isRemembering: Bool)

    func attempt(_ lock: Login?) throws(PasswordError) -> SignInAttempt? {
      switch self {
      case .password(let entry, let password, let isRemembering):
        try SignInAttempt(lock ?? entry.login, password, isRemembering: isRemembering, isUnlock: lock != nil)
      case .provider(let provider, let entry, let isRemembering):
        SignInAttempt(at: provider, hinting: entry.login?.email, isRemembering: isRemembering)
      }
    }
  }
}

extension ApprovalProvider {
  /// Whether somebody with that login is expected to sign in there.
  fileprivate func isNext(after login: Login?, _ settings: SignInViewModel.Settings) -> Bool {
    guard case .email(let email)? = login else { return false }
    return routes(email) || settings.rememberedProvider == name && settings.rememberedLogin == email.text
  }
}

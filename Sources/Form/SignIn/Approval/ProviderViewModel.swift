public import Identity
import Secrets
public import Signals

/// The events of the form where people sign in at another provider only.
public protocol ProviderViewModelInputs: FormInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The button was pressed.
  func didTapSubmit()
  /// Esc was pressed: gives up the sign-in under way, or leaves the form.
  func didTapCancel()
}

/// The state of that form, and where it leads.
public protocol ProviderViewModelOutputs: FormOutputs {
  /// Show the provider's name.
  var provider: String { get }
  /// Show the form as a lock: without the keys that leave it.
  var isLock: Bool { get }
  /// Enable or disable the button.
  var isSubmitEnabled: Signal<Bool> { get }
  /// Show how long the sign-in has been under way; nil when none is. Discard keys meanwhile.
  var progress: Signal<SubmissionProgress?> { get }
  /// Show why the last sign-in failed; nil for nothing.
  var message: Signal<Message?> { get }

  /// Go on: the user signed in.
  var signedIn: Signal<(user: SignedIn, isRemembering: Bool)> { get }
  /// Go on with the next step of this conversation.
  var nextStep: Signal<Conversation> { get }
  /// End: the user left.
  var cancelled: Signal<Void> { get }
}

/// That form without its view.
public protocol ProviderViewModelType {
  /// The events that the view reports.
  var inputs: any ProviderViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any ProviderViewModelOutputs { get }
}

/// The form where people sign in at another provider only: a button, and no fields.
public final class ProviderViewModel: ProviderViewModelType, ProviderViewModelOutputs {
  public let provider: String
  public let isLock: Bool
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SubmissionProgress?>
  public let message: Signal<Message?>
  public let signedIn: Signal<(user: SignedIn, isRemembering: Bool)>
  public let nextStep: Signal<Conversation>
  public let cancelled: Signal<Void>

  public let inputs: any ProviderViewModelInputs
  public var outputs: any ProviderViewModelOutputs { self }
  public let fields: [FieldOutputs] = []
  public let focusedField: Signal<Int> = .merge()

  /// - Parameters:
  ///   - provider: The provider.
  ///   - accounts: Where to ask, and what is known before anybody asks.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  public init(
    of provider: ApprovalProvider, _ accounts: Accounts, _ settings: SignInViewModel.Settings,
    on scheduler: any Scheduler
  ) {
    let inputs = Inputs()
    let (tally, lock) = (accounts.tally, settings.lock)
    self.provider = provider.title
    isLock = lock != nil
    let submission = Submission(
      of: inputs.submits.signal, inputs, queue: accounts.queue, on: scheduler
    ) { () throws(PasswordError) in
      SignInAttempt(at: provider, isRemembering: settings.isRemembering, lock: lock)
    } sending: { attempt in
      await attempt.begin(at: accounts.signIn, tally)
    }
    let answer = submission.answered

    isSubmitEnabled = submission.isRunning.map { !$0 }
    progress = submission.progress
    message =
      Signal<Message?>.merge(
        inputs.loads.signal.map { settings.failure }, submission.started.map { nil },
        answer.map { $0.wait ?? $0.message() }, accounts.faults.map { Message(unavailable: $0) }
      ).held(nil)
    signedIn = answer.compactMap { $0.signedIn }
    nextStep = answer.compactMap { $0.nextStep }
    cancelled = submission.escaped.filter { lock == nil }
    self.inputs = inputs
  }

  private final class Inputs: FormEvents, ProviderViewModelInputs {}
}

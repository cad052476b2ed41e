import Identity
import Secrets
import Signals
import TestSupport
import Testing

@testable import SignInViewModels

/// A field of a form made for tests.
enum TrialField: Int, CaseIterable {
  case first
  case second
}

/// A form of any two fields, played by a test that also says how a submission ends and what blocks the form.
final class TrialForm: PlayedForm<TrialField> {
  let inputs: TrialViewModel.Inputs
  let first: PlayedField
  let second: PlayedField
  let submissions: Recorder<Int>
  let cancelled: Recorder<Void>
  let block: Property<Message?>

  private let viewModel: TrialViewModel

  /// The two fields: what each holds, and how it looks.
  typealias Fields = (TrialViewModel.Inputs) -> [(field: any FormField, outputs: (SecretFieldEvents) -> FieldOutputs)]

  init(_ settings: FormSettings = .init(), startingWith start: String? = nil, _ fields: Fields) {
    let scheduler = TestScheduler()
    viewModel = TrialViewModel(settings, scheduler, isFilled: start != nil, fields)
    inputs = viewModel.inputs
    block = viewModel.block
    first = PlayedField(inputs.first, viewModel.fields[0])
    second = PlayedField(inputs.second, viewModel.fields[1])
    submissions = Recorder(viewModel.submissions.signal)
    cancelled = Recorder(viewModel.cancelled)
    super.init(viewModel, focus: viewModel.focus, scheduler)
    inputs.viewDidLoad()
  }

  /// An email and a password.
  static func emailAndPassword(
    _ settings: FormSettings = .init(), startingWith email: String? = nil,
    length: Signal<PasswordPolicy?> = .just(PasswordPolicy())
  ) -> TrialForm {
    TrialForm(settings, startingWith: email) { inputs in
      let login = LoginField(inputs.first, startingWith: email)
      let password = PasswordField(inputs.second, length: length)
      return [
        (login, { login.outputs(loaded: inputs.loads.signal, submitted: $0.submitted, settings) }),
        (password, { password.outputs($0, settings) }),
      ]
    }
  }

  /// A new password, twice, for an account with an email.
  static func newPassword(
    _ settings: FormSettings = .init(), for email: Signal<String> = .just("ada@lovelace.example"),
    by rules: Signal<NewPasswordRules?> = .just(.sample())
  ) -> TrialForm {
    TrialForm(settings) { inputs in
      let new = NewPasswordField(inputs.first, for: email, by: rules)
      let again = RepeatedPasswordField(inputs.second, repeating: new)
      return [(new, { new.outputs($0, settings) }), (again, { again.outputs($0, settings) })]
    }
  }

  /// A valid email and password.
  static func filled(_ settings: FormSettings = .init()) -> TrialForm {
    let form = emailAndPassword(settings)
    form.first.type("ada@lovelace.example")
    form.second.type("correct horse")
    return form
  }

  /// Submits, and waits for the end: `message`, or nil for a success.
  func submit(endingWith message: Message?) async {
    viewModel.script.outcome = message
    let before = submissions.values.count
    inputs.didTapSubmit()
    await submissions.wait { $0.count > before }
  }
}

/// The answer that a test wants; nil for a success.
struct TrialAnswer: SubmissionAnswer {
  let message: Message?
  var keepsPasswords: Bool { message == .passwordsMatch }
}

/// Any two fields and a submission that ends as the test says.
final class TrialViewModel: FormOutputs {
  final class Inputs: FormEvents {
    let first = FieldInputs()
    let second = FieldInputs()
  }

  final class Script {
    var outcome: Message?
  }

  let inputs = Inputs()
  let fields: [FieldOutputs]
  let focus: Signal<TrialField>
  var focusedField: Signal<Int> { focus.map(\.rawValue) }
  let isSubmitEnabled: Signal<Bool>
  let progress: Signal<SubmissionProgress?>
  let message: Signal<Message?>
  let cancelled: Signal<Void>
  /// The number of submissions that have ended.
  let submissions: Property<Int>
  let block = Property<Message?>(nil)
  let script = Script()

  init(_ settings: FormSettings, _ scheduler: TestScheduler, isFilled: Bool, _ make: TrialForm.Fields) {
    let made = make(inputs)
    let form = Form<TrialField>(
      [(.first, made[0].field), (.second, made[1].field)], submitted: inputs.submits.signal,
      hold: block.signal.map { $0 == nil ? .none : .wait })
    let submission = Submission(
      of: form.submitted(with: .just(())), inputs, queue: .merge(), on: scheduler, request: { $0 }
    ) { [script] _ in TrialAnswer(message: script.outcome) }
    let secrets = SecretFieldEvents(inputs, form, submission, on: scheduler)
    fields = made.map { $0.outputs(secrets) }
    let firstSecret: TrialField = fields[0].isSecret ? .first : .second
    focus = .merge(
      inputs.loads.signal.map { isFilled ? .second : .first }, form.focus,
      submission.ended.map { firstSecret })
    isSubmitEnabled = form.isSubmitEnabled(unless: submission.isRunning)
    progress = submission.progress
    message = Signal<Message?>.merge(
      submission.started.map { nil }, submission.unusable.map { .passwordUnusable($0) },
      submission.answered.map(\.message)
    ).shown(until: form.typed, behind: block.signal)
    cancelled = submission.escaped
    submissions = submission.answered.scan(0) { count, _ in count + 1 }.hold(0)
  }
}

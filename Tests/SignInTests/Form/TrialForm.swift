import Identity
import Secrets
import Signals
import TestSupport
import Testing

@testable import SignIn

/// A field of a form made for tests.
enum TrialField: FieldName, CaseIterable {
  case first
  case second
}

/// A form of any two fields, played by a test that also says how a submission ends and what blocks the form.
final class TrialForm: PlayedForm<TrialField> {
  let inputs: any FormInputs<TrialField>
  let submissions: Recorder<Int>
  let cancelled: Recorder<Void>

  /// The countdown of a block.
  var block: Property<Message?> { viewModel.block }

  private let viewModel: TrialViewModel

  init(_ settings: FormSettings = .init(), _ fields: (FormEvents<TrialField>) -> [any FormField]) {
    let scheduler = TestScheduler()
    viewModel = TrialViewModel(settings, scheduler, fields)
    inputs = viewModel
    submissions = Recorder(viewModel.submissions.signal)
    cancelled = Recorder(viewModel.cancelled.signal)
    super.init(viewModel, viewModel, scheduler)
  }

  /// An email and a password.
  static func emailAndPassword(
    _ settings: FormSettings = .init(), startingWith email: String? = nil,
    length: Signal<PasswordPolicy?> = .just(PasswordPolicy())
  ) -> TrialForm {
    TrialForm(settings) { events in
      [LoginField(.first, events, startingWith: email), PasswordField(.second, events, length: length)]
    }
  }

  /// A new password, twice, for an account with an email.
  static func newPassword(
    _ settings: FormSettings = .init(), for email: Signal<String> = .just("ada@lovelace.example"),
    by rules: Signal<NewPasswordRules?> = .just(.sample())
  ) -> TrialForm {
    TrialForm(settings) { events in
      let password = NewPasswordField(.first, events, for: email, by: rules)
      return [password, RepeatedPasswordField(.second, events, repeating: password)]
    }
  }

  /// A valid email and password.
  static func filled(_ settings: FormSettings = .init()) -> TrialForm {
    let form = emailAndPassword(settings)
    form.type("ada@lovelace.example", in: .first)
    form.type("correct horse", in: .second)
    return form
  }

  /// Submits, and waits for the end: `message`, or nil for a success.
  func submit(endingWith message: Message?) async {
    viewModel.outcome = message
    let before = submissions.values.count
    inputs.submitTapped()
    await submissions.wait { $0.count > before }
  }
}

/// Any two fields and a submission that ends as the test says.
private final class TrialViewModel: FormInputs, FormOutputs, @MainActor FormViewModel {
  typealias Field = TrialField

  let form: FormFlow<TrialField>
  /// The number of submissions that have ended.
  let submissions: Property<Int>
  let cancelled = Relay<Void>()
  let block = Property<Message?>(nil)
  var outcome: Message? {
    get { script.outcome }
    set { script.outcome = newValue }
  }

  private let script = Script()
  private final class Script {
    var outcome: Message?
  }

  init(
    _ settings: FormSettings, _ scheduler: TestScheduler, _ fields: (FormEvents<TrialField>) -> [any FormField]
  ) {
    let submission = Submission(scheduler: scheduler, keepsPasswords: { $0 == .passwordsMatch }) {
      [script] (_: Void) async -> Message? in script.outcome
    }
    let events = FormEvents<TrialField>(submission, settings, scheduler)
    let fields = fields(events)
    form = FormFlow(
      events, submission, scheduler, fields: TrialField.allCases, field: { fields[$0 == .first ? 0 : 1] },
      content: Signal<Void>.just(()), request: { $0 }, block: block.signal, failure: submission.answered
    ) { [cancelled] in cancelled.send() }
    submissions = submission.answered.scan(0) { count, _ in count + 1 }.hold(0)
  }
}

import Identity
import Secrets
import Signals
import TestSupport

@testable import SignIn

/// A field of a form that is made for a test.
enum TrialField: FieldName {
  case first
  case second
}

/// A form of any two fields, which is played: what it submits is answered by the test.
final class TrialForm: PlayedForm<TrialField> {
  let inputs: any FormInputs<TrialField>
  /// What was submitted, in the order of submission.
  let submitted: Recorder<String>
  let cancelled: Recorder<Void>

  private let answers: Relay<Int>

  /// - Parameters:
  ///   - settings: What an administrator decides.
  ///   - fields: Makes the two fields.
  init(settings: FormSettings = .init(), _ fields: (FormEvents<TrialField>) -> (any FormField, any FormField)) {
    let scheduler = TestScheduler()
    let viewModel = TrialViewModel(settings, scheduler, fields)
    inputs = viewModel
    answers = viewModel.answers
    submitted = Recorder(viewModel.submitted.signal)
    cancelled = Recorder(viewModel.cancelled.signal)
    super.init(viewModel, viewModel, scheduler)
  }

  /// Answers with seconds to wait; 0 is a success.
  func answer(_ seconds: Int) {
    answers.send(seconds)
  }
}

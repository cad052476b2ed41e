import SignInViewModels
import Signals
import TestSupport

/// Any form, with the outputs of every form recorded.
class PlayedForm<Field> {
  let scheduler: TestScheduler
  let focus: Recorder<Field>
  let isSubmitEnabled: Recorder<Bool>
  let progress: Recorder<SubmissionProgress?>
  let message: Recorder<Message?>

  init(_ outputs: any FormOutputs, focus: Signal<Field>, _ scheduler: TestScheduler) {
    self.scheduler = scheduler
    self.focus = Recorder(focus)
    isSubmitEnabled = Recorder(outputs.isSubmitEnabled)
    progress = Recorder(outputs.progress)
    message = Recorder(outputs.message)
  }
}

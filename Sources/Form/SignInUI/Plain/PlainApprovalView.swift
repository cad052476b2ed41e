import Sentences
import SignIn
import Signals

/// The wait for an approval elsewhere as a dialogue: says address and code, and waits. Ctrl-D gives up.
final class PlainApprovalView: PlainView {
  let form: PlainForm
  private let bag = DisposeBag()

  init(viewModel: any ApprovalViewModelType, on device: any LineDevice) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    let words = ApprovalWords(outputs)
    form = PlainForm(device)
    form.didCancel = inputs.didTapCancel
    form.writeLine(translated("{step}. Ctrl-D cancels.", ["step": words.title]))
    form.writeLine(words.howTo(isPictureShown: false, isCodeInPicture: false))
    form.writeLine(words.address)
    form.writeLine(words.code)
    form.writeLine(words.warning)
    // A screen reader would read out each new line, so the time is said once, and the end.
    outputs.timeLeft.bind(
      to: Binder(self) { view, time in
        guard view.shown == nil || time == .over else { return }
        view.shown = time
        view.form.writeLine(ApprovalWords.timeLeft(time))
      }
    ).disposed(by: bag)
    device.ignoreInput()
    inputs.viewDidLoad()
  }

  private var shown: ApprovalTime?
}

import Sentences
import SignIn
import Signals

/// The form where people sign in at another provider only, as a dialogue: Enter begins.
final class PlainProviderView: PlainView {
  let form: PlainForm
  private let start: PlainQuestion
  private let bag = DisposeBag()

  init(viewModel: any ProviderViewModelType, on device: any LineDevice) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    let words = FormWords.provider(outputs)
    form = PlainForm(device)
    start = PlainQuestion(translated("Press Enter to begin"), isSecret: false)
    start.isValid = true
    start.didAnswer = inputs.didTapSubmit
    form.writeLine(
      outputs.isLock ? words.title : translated("{step}. Ctrl-D cancels.", ["step": words.title]))
    _ = form.bind(
      inputs, outputs, words, doing: translated("{sentence}.", ["sentence": words.doing]), in: bag)
    outputs.progress.bind(
      to: Binder(self) { view, progress in if progress == nil { view.ask() } }
    ).disposed(by: bag)
    inputs.viewDidLoad()
  }

  private func ask() {
    start.offer = nil
    form.focus(start)
  }
}

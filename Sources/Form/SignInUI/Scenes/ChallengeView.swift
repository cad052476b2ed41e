import Identity
import Sentences
import SignIn
import Signals

/// A step of a conversation on the screen.
final class ChallengeView: FormView {
  private let words: ChallengeWords
  private let outputs: any ChallengeViewModelOutputs
  private let kept: Checkbox?
  private let bag = DisposeBag()

  /// - Parameter savesCodes: Whether recovery codes can be written into a file.
  init(viewModel: any ChallengeViewModelType, savesCodes: Bool, look: Look) {
    let outputs = viewModel.outputs
    self.outputs = outputs
    words = ChallengeWords(outputs)
    let hasCodes = !outputs.step.recoveryCodes.isEmpty
    kept = hasCodes ? Checkbox(title: translated("I have saved these codes")) : nil
    super.init(words.form, outputs.fields, checkbox: kept, look: look)
    title = words.title
    account = outputs.account
    for (field, kind) in zip(fields, outputs.kinds) { field.digits = kind.digits }
    let hasSecret = hasCodes || outputs.step.offer != nil
    // Nobody chooses a key, or agrees to one, that is not on the screen.
    preface.isNeeded = hasSecret || !outputs.keys.isEmpty
    // Codes are readable as they are typed.
    preface.isSecret = hasSecret || fields.contains { $0.disclosure == .plain }
    preface.picture = outputs.step.offer.flatMap { QRPicture($0.picture, look) }
    otherMethod = outputs.step.otherMethod?.short
    takesOtherMethodMeanwhile = outputs.isSigning
    offersCopy = hasSecret
    offersSave = hasCodes && savesCodes
    bindInputs(viewModel.inputs)
    bindOutputs(outputs)
    viewModel.inputs.viewDidLoad()
  }

  private func bindInputs(_ inputs: any ChallengeViewModelInputs) {
    super.bindInputs(inputs)
    if let method = outputs.step.otherMethod { didAskForOtherMethod = { inputs.didTapMethod(method) } }
    didAskToCopy = inputs.didTapCopy
    didAskToSave = inputs.didTapSave
    kept?.didTap = inputs.didTapKept
  }

  private func bindOutputs(_ outputs: any ChallengeViewModelOutputs) {
    bindOutputs(outputs, words.form, in: bag)
    if let kept { outputs.isKept.bind(to: Binder(kept) { $0.isChecked = $1 }).disposed(by: bag) }
    outputs.secondsLeft.bind(to: Binder(self) { $0.show(secondsLeft: $1) }).disposed(by: bag)
  }

  private func show(secondsLeft: Int?) {
    preface.lines = { [words, outputs] in ChallengePreface(words, outputs, secondsLeft: secondsLeft).lines($0) }
  }
}

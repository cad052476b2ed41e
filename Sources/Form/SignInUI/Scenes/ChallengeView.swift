import Identity
import Sentences
import SignIn
import Signals

/// A step of a conversation on the screen.
final class ChallengeView: FormView {
  private let words: ChallengeWords
  private let outputs: any ChallengeViewModelOutputs
  private let bag = DisposeBag()

  /// - Parameter savesCodes: Whether recovery codes can be written into a file.
  init(viewModel: any ChallengeViewModelType, savesCodes: Bool, look: Look) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    self.outputs = outputs
    words = ChallengeWords(outputs)
    let hasCodes = !outputs.step.recoveryCodes.isEmpty
    let kept = hasCodes ? Checkbox(title: translated("I have saved these codes")) : nil
    let fields = Array(zip(inputs.fields, outputs.fields))
    super.init(words.form, fields, checkbox: kept, look: look)
    title = words.title
    account = outputs.account
    for (field, kind) in zip(self.fields, outputs.kinds) { field.digits = kind.digits }
    bind(inputs, outputs, fields, focus: outputs.focus, words.form, in: bag)
    let hasSecret = hasCodes || outputs.step.offer != nil
    // Nobody chooses a key, or agrees to one, that is not on the screen.
    preface.isNeeded = hasSecret || !outputs.keys.isEmpty
    // Codes are readable as they are typed.
    preface.isSecret = hasSecret || self.fields.contains { $0.disclosure == .plain }
    preface.picture = outputs.step.offer.flatMap { QRPicture($0.picture, look) }
    if case .ask(let question) = outputs.step, let method = question.methods.first {
      otherMethod = method.short
      takesOtherMethodMeanwhile = outputs.isSigning
      didAskForOtherMethod = { inputs.methodTapped(method) }
    }
    offersCopy = hasSecret
    offersSave = hasCodes && savesCodes
    didAskToCopy = inputs.copyTapped
    didAskToSave = inputs.saveTapped
    if let kept {
      kept.didTap = inputs.keptTapped
      outputs.isKept.bind(to: Binder(kept) { $0.isChecked = $1 }).disposed(by: bag)
    }
    outputs.secondsLeft.bind(to: Binder(self) { $0.show(secondsLeft: $1) }).disposed(by: bag)
    inputs.viewDidLoad()
  }

  private func show(secondsLeft: Int?) {
    preface.lines = { [words, outputs] in ChallengePreface(words, outputs, secondsLeft: secondsLeft).lines($0) }
  }
}

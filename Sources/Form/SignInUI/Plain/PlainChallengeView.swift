import Identity
import Sentences
import SignIn
import Signals

/// A step of a conversation as a dialogue.
final class PlainChallengeView: PlainView {
  let form: PlainForm
  /// Asked behind recovery codes.
  private let kept = PlainQuestion(translated("Have you saved these codes? (y/n)"), isSecret: false)
  private let bag = DisposeBag()

  /// Stands for F7 in a dialogue, which has no keys.
  private static let otherMethod = "+"

  init(viewModel: any ChallengeViewModelType, on device: any LineDevice) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    let words = ChallengeWords(outputs)
    form = PlainForm(device)
    for sentence in Self.sentences(words, outputs) { form.writeLine(sentence) }
    let questions = form.bind(
      inputs, outputs, Array(zip(inputs.fields, outputs.fields)), focus: outputs.focus, words.form,
      doing: Self.doing(words, outputs.step), in: bag)
    if case .ask(let question) = outputs.step, let method = question.methods.first {
      for question in questions { question.otherWay = (Self.otherMethod, { inputs.methodTapped(method) }) }
    }
    for (index, kind) in outputs.kinds.enumerated().dropLast() where kind == .newPassword {
      questions[index].didAnswer = { [unowned repetition = questions[index + 1]] in
        // A new password must be repeated again.
        repetition.wipe()
        inputs.fields[index].returned()
      }
    }
    if !outputs.step.recoveryCodes.isEmpty { askIfKept(inputs) }
    inputs.viewDidLoad()
  }

  private static func sentences(_ words: ChallengeWords, _ outputs: any ChallengeViewModelOutputs) -> [String] {
    switch outputs.step {
    case .beginning: return []
    case .wait: return [words.explanation].compactMap { $0 }
    case .tell(.recoveryCodes(let codes)): return [heading(words), words.explanation ?? ""] + codes
    // Only the newest notice is new. In a dialogue the others have been said.
    case .tell: return outputs.notices.suffix(1).map(\.text)
    case .ask(let question):
      var sentences = [heading(words)]
      for case .newPasswordNeeded(let reason) in outputs.notices {
        sentences.append(Message.newPasswordNeeded(reason).text)
      }
      if let explanation = words.explanation { sentences.append(explanation) }
      if let offer = outputs.step.offer {
        sentences += [
          translated("Type this secret into an authenticator app:"), offer.secret,
          translated("Then enter the code that it shows."),
        ]
      }
      if let method = question.methods.first {
        sentences.append(
          translated("To use a {method}, enter {answer}.", ["method": method.short, "answer": otherMethod]))
      }
      return sentences
    }
  }

  private static func heading(_ words: ChallengeWords) -> String {
    translated("{step}. Ctrl-D cancels.", ["step": words.title])
  }

  /// The sentence that begins the wait for the next step; empty for a step that has just said one.
  private static func doing(_ words: ChallengeWords, _ step: ConversationStep) -> String {
    switch step {
    case .beginning, .tell: ""
    case .ask, .wait: translated("{sentence}.", ["sentence": words.form.doing])
    }
  }

  private func askIfKept(_ inputs: any ChallengeViewModelInputs) {
    kept.didChange = { [unowned self] _ in
      kept.isValid = kept.isYes == true
      kept.message = kept.isValid ? nil : translated("Save the codes first, then enter y. Ctrl-D cancels.")
    }
    kept.didAnswer = {
      inputs.keptTapped()
      inputs.submitTapped()
    }
    form.focus(kept)
  }
}

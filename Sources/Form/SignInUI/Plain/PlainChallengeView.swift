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
  private static let other = "+"

  init(viewModel: any ChallengeViewModelType, on device: any LineDevice) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    let words = ChallengeWords(outputs)
    form = PlainForm(device)
    for sentence in Self.sentences(words, outputs) { form.writeLine(sentence) }
    let questions = form.bind(
      inputs, outputs, words.form, doing: outputs.isSigning ? "" : Self.doing(words, outputs.step), in: bag)
    if let method = outputs.step.otherMethod {
      for question in questions { question.otherWay = (Self.other, { inputs.didTapMethod(method) }) }
    }
    for (index, kind) in outputs.kinds.enumerated().dropLast() where kind == .newPassword {
      questions[index].isRepeated(by: questions[index + 1], then: inputs.fields[index].didReturn)
    }
    if !outputs.step.recoveryCodes.isEmpty { askIfKept(inputs) }
    if outputs.isSigning, let method = outputs.step.otherMethod {
      // While a key signs, no line is read. The first Ctrl-D leads to the other way.
      var isAsked = false
      form.didCancel = {
        guard !isAsked else { return }
        isAsked = true
        inputs.didTapMethod(method)
      }
    }
    // Before the only key is added, or signs once more.
    if outputs.keys.count == 1 || Self.isAskedAgain(outputs) {
      form.focus(.confirmation { $0 ? inputs.didTapSubmit() : inputs.didTapCancel() })
    }
    inputs.viewDidLoad()
  }

  /// Whether a key did not count and nothing else would: it signs once more when its owner agrees.
  private static func isAskedAgain(_ outputs: any ChallengeViewModelOutputs) -> Bool {
    outputs.isSigning && !outputs.isPassedOver && outputs.notices.contains { $0.isAboutKey }
  }

  private static func sentences(_ words: ChallengeWords, _ outputs: any ChallengeViewModelOutputs) -> [String] {
    switch outputs.step {
    case .beginning: return []
    case .wait: return [words.explanation].compactMap { $0 }
    case .tell(.recoveryCodes(let codes)): return [heading(words), words.explanation ?? ""] + codes
    // Only the newest notice is new. In a dialogue the others have been said.
    case .tell: return outputs.notices.suffix(1).map(\.text)
    case .ask where outputs.isPassedOver: return []
    case .ask:
      let otherMethod = outputs.step.otherMethod
      var sentences = [heading(words, outputs.isSigning ? otherMethod : nil)]
      // The others have been said.
      sentences += outputs.notices.filter { $0.isAboutKey || $0.isNewPasswordNeeded }.map(\.text)
      if let explanation = words.explanation { sentences.append(explanation) }
      if let offer = outputs.step.offer {
        sentences += [
          translated("Type this secret into an authenticator app:"), offer.secret,
        ]
        if let address = offer.address { sentences += [translated("Or paste this address into it:"), address] }
        sentences.append(translated("Then enter the code that it shows."))
      }
      // One key is not chosen by a number.
      let isChoice = outputs.keys.count > 1
      sentences += outputs.keys.enumerated().map { (isChoice ? "\($0.offset + 1). " : "") + $0.element.described }
      if outputs.otherKeyCount > 0 { sentences.append(ChallengeWords.more(outputs.otherKeyCount)) }
      if outputs.isSigning {
        guard let method = otherMethod else { return sentences }
        return sentences + [translated("Ctrl-D leads to a {method} instead.", ["method": method.short])]
      }
      if let otherMethod {
        sentences.append(
          translated("To use a {method}, enter {answer}.", ["method": otherMethod.short, "answer": other]))
      }
      return sentences
    }
  }

  /// - Parameter method: Where Ctrl-D leads first; nil if it cancels.
  private static func heading(_ words: ChallengeWords, _ method: ProofMethod? = nil) -> String {
    method == nil
      ? translated("{step}. Ctrl-D cancels.", ["step": words.title])
      : translated("{sentence}.", ["sentence": words.title])
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
      kept.message =
        kept.isYes == nil
        ? Sentence.enterYesOrNo : translated("Save the codes first, then enter y. Ctrl-D cancels.")
    }
    kept.didAnswer = {
      inputs.didTapKept()
      inputs.didTapSubmit()
    }
    form.focus(kept)
  }
}

extension Message {
  fileprivate var isNewPasswordNeeded: Bool {
    if case .newPasswordNeeded = self { true } else { false }
  }
}

import Identity
import Secrets
import SignInViewModels
import Signals
import TestSupport

/// A field with all outputs recorded. It feeds back the text that the view model sets, as a field on the screen does.
final class PlayedField {
  let text: Recorder<String>
  let isValid: Recorder<Bool>
  let status: Recorder<FieldStatus>
  let message: Recorder<Message?>
  let suggestion: Recorder<String?>
  let correction: Recorder<String>
  let note: Recorder<Message?>
  let strength: Recorder<PasswordStrength?>
  let secondsRevealed: Recorder<Int?>
  let isRevealed: Recorder<Bool>
  let cleared: Recorder<Void>
  let isSecret: Bool
  let isMasked: Bool
  let isFixed: Bool
  let isTickedWhenValid: Bool

  private let inputs: FieldInputs
  /// The field's text: the same object each time, as on the screen.
  private let content = GuardedText()
  private let bag = DisposeBag()

  init(_ inputs: FieldInputs, _ outputs: FieldOutputs) {
    self.inputs = inputs
    text = Recorder(outputs.text)
    isValid = Recorder(outputs.isValid)
    status = Recorder(outputs.status)
    message = Recorder(outputs.message)
    suggestion = Recorder(outputs.suggestion)
    correction = Recorder(outputs.correction)
    note = Recorder(outputs.note)
    strength = Recorder(outputs.strength)
    secondsRevealed = Recorder(outputs.secondsRevealed)
    isRevealed = Recorder(outputs.secondsRevealed.map { $0 != nil }.skipRepeats())
    cleared = Recorder(outputs.cleared)
    (isSecret, isMasked, isFixed) = (outputs.isSecret, outputs.isMasked, outputs.isFixed)
    isTickedWhenValid = outputs.isTickedWhenValid
    Signal.merge(outputs.text, outputs.correction, outputs.cleared.map { "" })
      .subscribe { [unowned self] in type($0) }.disposed(by: bag)
  }

  var isEmpty: Bool { content.isEmpty }

  /// Pastes a text into the empty field.
  func paste(_ text: String) {
    type(text)
    inputs.didPaste()
  }

  func type(_ text: String) {
    content.set(text)
    inputs.didChange(content)
  }
}

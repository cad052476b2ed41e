import Identity
import Secrets
import SignIn
import Signals
import TestSupport

/// Any form with all outputs recorded and its fields played: a field feeds back the text that the view model sets.
class PlayedForm<Field: FieldName> {
  let scheduler: TestScheduler
  let focus: Recorder<Field>
  let isSubmitEnabled: Recorder<Bool>
  let progress: Recorder<SubmissionProgress?>
  let message: Recorder<Message?>

  private let fields: [Field: PlayedField]
  private let bag = DisposeBag()

  init(_ inputs: some FormInputs<Field>, _ outputs: some FormOutputs<Field>, _ scheduler: TestScheduler) {
    self.scheduler = scheduler
    focus = Recorder(outputs.focus)
    isSubmitEnabled = Recorder(outputs.isSubmitEnabled)
    progress = Recorder(outputs.progress)
    message = Recorder(outputs.message)
    fields = Dictionary(
      uniqueKeysWithValues: outputs.fields.map { name in
        (name, PlayedField(outputs.field(name)) { inputs.didChange(name, to: $0) })
      })
    inputs.viewDidLoad()
  }

  subscript(_ name: Field) -> PlayedField {
    guard let field = fields[name] else { preconditionFailure("Each name has a field.") }
    return field
  }

  func type(_ text: String, in field: Field) {
    self[field].set(text)
  }
}

/// A field of a played form.
final class PlayedField {
  let text: Recorder<String>
  let status: Recorder<FieldStatus>
  let message: Recorder<Message?>
  let suggestion: Recorder<String?>
  let correction: Recorder<String>
  let note: Recorder<Message?>
  let strength: Recorder<PasswordStrength?>
  let secondsRevealed: Recorder<Int?>
  let isRevealed: Recorder<Bool>
  let cleared: Recorder<Void>

  /// The field's text.
  private let content = GuardedText()
  private let didChange: (GuardedText) -> Void
  private let bag = DisposeBag()

  init(_ outputs: FieldOutputs, _ didChange: @escaping (GuardedText) -> Void) {
    self.didChange = didChange
    text = Recorder(outputs.text)
    status = Recorder(outputs.status)
    message = Recorder(outputs.message)
    suggestion = Recorder(outputs.suggestion)
    correction = Recorder(outputs.correction)
    note = Recorder(outputs.note)
    strength = Recorder(outputs.strength)
    secondsRevealed = Recorder(outputs.secondsRevealed)
    isRevealed = Recorder(outputs.secondsRevealed.map { $0 != nil }.skipRepeats())
    cleared = Recorder(outputs.cleared)
    Signal.merge(outputs.text, outputs.correction, outputs.cleared.map { "" })
      .subscribe { [unowned self] in set($0) }.disposed(by: bag)
  }

  var isEmpty: Bool { content.isEmpty }

  func set(_ text: String) {
    content.set(text)
    didChange(content)
  }
}

public import Secrets
public import Signals

/// A view model whose form is a ``FormFlow``: its inputs feed the flow's events, and its outputs are the flow's.
public protocol FormViewModel<Field>: AnyObject, FormInputs, FormOutputs {
  /// The form.
  var form: FormFlow<Field> { get }
}

extension FormViewModel {
  // MARK: Inputs

  public func viewDidLoad() { form.events.loaded.send() }
  public func didChange(_ field: Field, to text: GuardedText) { form.events.changed.send((field, text)) }
  public func suggestionAccepted(in field: Field) { form.events.accepted.send(field) }
  public func didLeave(_ field: Field) { form.events.left.send(field) }
  public func returnTapped(in field: Field) { form.events.returned.send(field) }
  public func submitTapped() { form.events.submitted.send() }
  public func revealTapped() { form.events.revealed.send() }
  public func willSuspend() { form.events.suspended.send() }
  public func capsLockChanged(isOn: Bool) { form.events.capsLock.send(isOn) }
  public func cancelTapped() { form.events.cancelled.send() }

  // MARK: Outputs

  public var fields: [Field] { form.names }
  public func field(_ name: Field) -> FieldOutputs { form.field(name).outputs }
  public var focus: Signal<Field> { form.focus }
  public var isSubmitEnabled: Signal<Bool> { form.isSubmitEnabled }
  public var progress: Signal<SubmissionProgress?> { form.progress }
  public var message: Signal<Message?> { form.message }
}

public import Signals

/// The events of any form.
public protocol FormInputs {
  /// The fields, in form order.
  var fields: [FieldInputs] { get }
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The button was pressed.
  func didTapSubmit()
  /// Esc was pressed: gives up the submission under way, or leaves the form.
  func didTapCancel()
  /// F2 was pressed: shows the passwords, or hides them again.
  func didTapReveal()
  /// Caps Lock went on or off. Reported only where that can be known.
  func didChangeCapsLock(isOn: Bool)
  /// The program is about to be suspended or to exit.
  func willSuspend()
}

/// The state of any form.
public protocol FormOutputs {
  /// The fields, in form order.
  var fields: [FieldOutputs] { get }
  /// Give the field at this place the focus.
  var focusedField: Signal<Int> { get }
  /// Enable or disable the button.
  var isSubmitEnabled: Signal<Bool> { get }
  /// Show how long the submission has been under way; nil when none is. Discard keys meanwhile.
  var progress: Signal<SubmissionProgress?> { get }
  /// Show this message of the whole form, why the last submission failed; nil for none.
  var message: Signal<Message?> { get }
}

/// The inputs of any form, each with the relay that it feeds.
class FormEvents: FormInputs {
  var fields: [FieldInputs] { [] }

  let loads = Relay<Void>()
  func viewDidLoad() { loads.send() }

  let submits = Relay<Void>()
  func didTapSubmit() { submits.send() }

  let cancels = Relay<Void>()
  func didTapCancel() { cancels.send() }

  let reveals = Relay<Void>()
  func didTapReveal() { reveals.send() }

  let capsLock = Relay<Bool>()
  func didChangeCapsLock(isOn: Bool) { capsLock.send(isOn) }

  let suspensions = Relay<Void>()
  func willSuspend() { suspensions.send() }
}

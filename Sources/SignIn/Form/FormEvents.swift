import Secrets
import Signals

/// The events of a form: one relay for each input, and the signals that all fields derive from them.
final class FormEvents<Field: FieldName> {
  let loaded = Relay<Void>()
  let changed = Relay<(field: Field, text: GuardedText)>()
  let accepted = Relay<Field>()
  let left = Relay<Field>()
  let returned = Relay<Field>()
  let submitted = Relay<Void>()
  let revealed = Relay<Void>()
  let suspended = Relay<Void>()
  let capsLock = Relay<Bool>()
  let cancelled = Relay<Void>()

  let settings: FormSettings
  /// A submission has ended, and secret fields must be emptied.
  let emptied: Signal<Void>
  /// For how many more seconds the passwords are readable; nil while they are hidden.
  let secondsRevealed: Signal<Int?>
  let isCapsLockOn: Signal<Bool>

  private let reveal: PasswordReveal

  /// - Parameters:
  ///   - submission: Submits the form.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  init<Request, Outcome>(
    _ submission: Submission<Request, Outcome>, _ settings: FormSettings, _ scheduler: any Scheduler
  ) {
    self.settings = settings
    emptied = submission.emptied
    isCapsLockOn = capsLock.signal.hold(false).signal
    reveal = PasswordReveal(
      asked: revealed.signal,
      hidden: .merge(
        left.signal.map { _ in }, submission.started, submission.ended, suspended.signal, cancelled.signal),
      scheduler: scheduler)
    secondsRevealed = reveal.secondsLeft
  }

  /// Returns each new text of this field.
  func changes(of field: Field) -> Signal<GuardedText> {
    changed.signal.compactMap { $0.field == field ? $0.text : nil }
  }

  /// The focus left this field.
  func leaves(of field: Field) -> Signal<Void> {
    left.signal.only(field)
  }
}

extension Signal where Value: Equatable {
  /// Sends each time the value is `wanted`.
  func only(_ wanted: Value) -> Signal<Void> {
    filter { $0 == wanted }.map { _ in }
  }
}

import Secrets
import Signals

/// What happens at a form: a relay for each input, and what follows from them for all fields at once.
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
  /// A submission is over: what was typed in secret is to be emptied.
  let ended: Signal<Void>
  /// Whether passwords can be read.
  let isRevealed: Signal<Bool>
  let isCapsLockOn: Signal<Bool>

  private let reveal: PasswordReveal

  /// - Parameters:
  ///   - submission: What the form submits.
  ///   - settings: What an administrator or a command line decides.
  ///   - scheduler: Time.
  init<Request, Outcome>(
    _ submission: Submission<Request, Outcome>, _ settings: FormSettings, _ scheduler: any Scheduler
  ) {
    self.settings = settings
    ended = submission.ended
    isCapsLockOn = capsLock.signal.hold(false).signal
    reveal = PasswordReveal(
      asked: revealed.signal,
      hidden: .merge(
        left.signal.map { _ in }, submission.started, submission.ended, suspended.signal, cancelled.signal),
      scheduler: scheduler)
    isRevealed = reveal.isShown.signal
  }

  /// Each text of this field.
  func changes(of field: Field) -> Signal<GuardedText> {
    changed.signal.compactMap { $0.field == field ? $0.text : nil }
  }

  /// The focus left this field.
  func leaves(of field: Field) -> Signal<Void> {
    left.signal.only(field)
  }
}

extension Signal where Value: Equatable {
  /// Each time that the value is `wanted`.
  func only(_ wanted: Value) -> Signal<Void> {
    filter { $0 == wanted }.map { _ in }
  }
}

public import Identity
public import Secrets
import Signals

/// What the form has to say, as a code: the sentences are the view's.
public enum Message: Equatable, Sendable {
  /// The email breaks the rule of ``EmailAddress``.
  case emailNotValid
  /// A hint: the email can be submitted.
  case emailValid
  /// The password has fewer or more characters than these.
  case passwordLength(ClosedRange<Int>)
  /// A hint: the password can be submitted.
  case passwordValid
  /// The password cannot be used at all, whatever the policy.
  case passwordUnusable(PasswordError)
  /// A note: Caps Lock is on.
  case capsLockOn
  /// A note: all letters of the password are capitals.
  case allCapitals
  /// A new password must not be the email or a part of it.
  case passwordPartOfEmail
  /// A new password must not be one that everybody attempts first.
  case passwordCommon
  /// A new password must not be the current one.
  case passwordUnchanged
  /// The repeated password is not the same as the first.
  case passwordsDiffer
  /// A hint: the repeated password is the same as the first.
  case passwordsMatch
  /// Refused; nobody is told which of the two was wrong.
  case wrongEmailOrPassword
  /// Blocked by the throttle for that many seconds.
  case tooManyAttempts(seconds: Int)
  /// It could not be found out whether the password is right.
  case unavailable(StoreError)
  /// No account was made: there is one of this email.
  case accountExists
  /// No account was made: the store could not be asked.
  case accountNotAdded(StoreError)
  /// The password is another one from now on, and the sessions of before have ended.
  case passwordChanged
  /// The password is the same as before: the current one was not right.
  case wrongCurrentPassword
  /// The password is the same as before: the store could not be asked.
  case passwordNotChanged(StoreError)
  /// Nobody has tried to sign in yet.
  case noActivity
  /// The search found nothing.
  case nothingFound
  /// Activity cannot be read.
  case activityUnavailable(StoreError)
  /// That many attempts failed since the sign-in before this one.
  case failedAttempts(Int)
}

extension Message {
  /// Why a new password is refused.
  init(_ violation: PasswordViolation) {
    self =
      switch violation {
      case .length(let range): .passwordLength(range)
      case .partOfEmail: .passwordPartOfEmail
      case .common: .passwordCommon
      case .unchanged: .passwordUnchanged
      }
  }
}

extension Signal where Value == Message? {
  /// Each message for as long as it has something to say: whoever types on has read it; only a countdown stays until it
  /// has ended.
  func shown(until typed: Signal<Void>, _ scheduler: any Scheduler) -> Signal<Message?> {
    flatMapLatest { message in
      if case .tooManyAttempts(let seconds) = message {
        scheduler.ticks(every: .seconds(1), through: seconds).map { passed in
          passed < seconds ? .tooManyAttempts(seconds: seconds - passed) : nil
        }
      } else {
        typed.map { nil }.startWith(message)
      }
    }.hold(nil).signal
  }
}

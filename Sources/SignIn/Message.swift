public import Identity
public import Secrets
import Signals

/// A message of the form, as a code. The view turns it into a sentence.
public enum Message: Equatable, Sendable {
  /// The email breaks the rule of ``EmailAddress``.
  case emailNotValid
  /// The email field is empty.
  case emailMissing
  /// The field for a user name is empty.
  case userNameMissing
  /// The field for an email or a user name is empty.
  case loginMissing
  /// The text cannot be a user name.
  case userNameNotValid
  /// A hint: the email can be submitted.
  case emailValid
  /// The password has fewer or more characters than these.
  case passwordLength(ClosedRange<Int>)
  /// The password field is empty.
  case passwordMissing
  /// The field for a new password is empty.
  case newPasswordMissing
  /// The field for the new password once more is empty.
  case repetitionMissing
  /// A hint: the password can be submitted.
  case passwordValid
  /// The password can't be used at all, under any policy.
  case passwordUnusable(PasswordError)
  /// A note: Caps Lock is on.
  case capsLockOn
  /// A note: all letters of the password are capitals.
  case allCapitals
  /// A new password must not be the email or a part of it.
  case passwordPartOfEmail
  /// A new password must not be one that everybody guesses first.
  case passwordCommon
  /// A new password must not be the current one.
  case passwordUnchanged
  /// The repeated password is not the same as the first.
  case passwordsDiffer
  /// A hint: the repeated password is the same as the first.
  case passwordsMatch
  /// Refused. The message never says which of the two was wrong.
  case wrongEmailOrPassword
  /// The same for a user name.
  case wrongUserNameOrPassword
  /// Refused for that cause, and so many attempts are left before the form exits.
  case refused(attemptsLeft: Int, BlockCause = .wrongEmailOrPassword)
  /// The throttle blocks attempts for so many more seconds.
  case blocked(BlockCause, seconds: Int)
  /// So many attempts failed that an administrator must clear them.
  case attemptsDisabled
  /// The store failed, so the password could not be checked.
  case unavailable(StoreError)
  /// The field for a code is empty.
  case codeMissing
  /// The code has another number of digits than this.
  case codeLength(Int)
  /// The field for a recovery code is empty.
  case recoveryCodeMissing
  /// The text is no recovery code, which has so many letters and digits.
  case recoveryCodeLength(Int)
  /// The field for another program's question is empty.
  case answerMissing
  /// The code is wrong.
  case wrongCode
  /// A code or a recovery code was wrong, and no other is asked for.
  case codeRefused
  /// The code was right, but each is good once.
  case usedCode
  /// No code is taken any more, but a recovery code is.
  case codesLocked
  /// No code can be checked here, but a recovery code can.
  case codesUnavailable
  /// The code does not come from the secret on show.
  case unconfirmedCode
  /// The recovery code was wrong.
  case wrongRecoveryCode
  /// The password, asked for alone, was wrong.
  case wrongPassword
  /// Another answer was wrong.
  case wrongAnswer
  /// A new password must be chosen, for this reason.
  case newPasswordNeeded(NewPasswordReason)
  /// The words of another program. They may hold any character.
  case quotation(String)
  /// The password ends in so many days. Whether the user can change it where this is shown.
  case passwordEnds(days: Int, isChangeable: Bool)
  /// The user has not answered in time.
  case answerTooLate
  /// The user has not answered in time, so two-step sign-in is as it was.
  case setUpTooLate
  /// Two-step sign-in is set up.
  case secondStepOn
  /// Two-step sign-in is as it was: the user left before it was set up.
  case secondStepCancelled
  /// Two-step sign-in is not set up: the store failed.
  case secondStepNotSetUp(StoreError)
  /// The user name is linked to the account.
  case nameLinked
  /// The user name belongs to another account.
  case nameTaken
  /// The user name is not linked: it could not be proven.
  case nameNotLinked(StoreError)
  /// Signing in asks for a further answer, which this form cannot take.
  case furtherStep
  /// The account has no second step, which is required here.
  case secondStepMissing
  /// The session has ended while the user was signed in.
  case sessionEnded
  /// The account was created, but signing in to it takes more.
  case accountReady
  /// No account was created: the email already has one.
  case accountExists
  /// No account was created: somebody else has created the first one meanwhile.
  case signUpClosed
  /// No account was created: the store failed.
  case accountNotAdded(StoreError)
  /// The password has changed, and all earlier sessions have ended.
  case passwordChanged
  /// The password has not changed: the current password was wrong.
  case wrongCurrentPassword
  /// The password has not changed: the store failed.
  case passwordNotChanged(StoreError)
  /// The account has no attempts yet.
  case noActivity
  /// The search found nothing.
  case nothingFound
  /// The activity can't be read.
  case activityUnavailable(StoreError)
  /// The previous sign-in: its time, and the terminal or else the host that it came from, which may be empty.
  case lastSignIn(CivilTime, isThisYear: Bool, from: String)
  /// That many attempts failed between the previous sign-in and this one. Follows ``lastSignIn(_:isThisYear:from:)``.
  case failedAttemptsSince(Int)
  /// The same, if the previous sign-in is not known.
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

/// The reason that the user is given while attempts are blocked, besides the seconds left.
public enum BlockCause: Hashable, Sendable {
  /// The block began with this refusal.
  case wrongEmailOrPassword
  /// The same for a user name.
  case wrongUserNameOrPassword
  /// The block began with this refusal, of a lock.
  case wrongPassword
  /// The block began with this refusal, of a change of password.
  case wrongCurrentPassword
  /// The block began with a wrong code or recovery code.
  case wrongCode
  /// The block began with a wrong answer to another question.
  case wrongAnswer
  /// Attempts were blocked already, so the password was not checked.
  case tooManyAttempts
}

extension BlockCause {
  /// The refusal of a login. It never says which of the two was wrong.
  init(refusalOf login: Login) {
    switch login {
    case .email: self = .wrongEmailOrPassword
    case .name: self = .wrongUserNameOrPassword
    }
  }
}

extension Message {
  /// The refusal with which a block began; nil if attempts were blocked already.
  public init?(_ cause: BlockCause) {
    switch cause {
    case .wrongEmailOrPassword: self = .wrongEmailOrPassword
    case .wrongUserNameOrPassword: self = .wrongUserNameOrPassword
    case .wrongPassword: self = .wrongPassword
    case .wrongCurrentPassword: self = .wrongCurrentPassword
    case .wrongCode: self = .codeRefused
    case .wrongAnswer: self = .wrongAnswer
    case .tooManyAttempts: return nil
    }
  }
}

extension Signal where Value == Message? {
  /// Shows each message until the user types again.
  func shown(until typed: Signal<Void>) -> Signal<Message?> {
    flatMapLatest { message in typed.map { nil }.startWith(message) }.skipRepeats().hold(nil).signal
  }
}

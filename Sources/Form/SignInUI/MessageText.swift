import Identity
import SSHKeys
import Sentences
public import SignIn
import Terminal

extension Message {
  /// The message as a sentence in the user's language.
  public var text: String {
    switch self {
    case .emailNotValid: Sentence.emailNotValid
    case .emailFault(let fault): Sentence.emailNotValid(fault)
    case .emailMissing: translated("Enter your email.")
    case .userNameMissing: translated("Enter your user name.")
    case .loginMissing: translated("Enter your email or user name.")
    case .userNameNotValid: Sentence.userNameNotValid
    case .emailValid: translated("Email is valid")
    case .violation(.common): translated("That password is too common.")
    case .violation(let violation): violation.sentence
    case .newPasswordRule(let range): PasswordPolicy(length: range).sentence
    case .passwordMissing: translated("Enter your password.")
    case .newPasswordMissing: translated("Enter a new password.")
    case .repetitionMissing: translated("Enter the password again.")
    case .passwordValid: translated("Password is valid")
    case .passwordUnusable(let error): error.sentence
    case .capsLockOn: translated("Caps Lock is on.")
    case .allCapitals: translated("All letters are capitals. Is Caps Lock on?")
    case .passwordsDiffer: translated("The passwords don't match.")
    case .passwordsMatch: translated("The passwords match")
    case .refused(let refusal, attemptsLeft: nil): refusal.sentence
    case .refused(let refusal, let left?):
      refusal.sentence + " " + translated(counting: left, "{count} attempt left.", "{count} attempts left.")
    case .blocked(let refusal, let seconds):
      refusal.map { $0.sentence + " " + Sentence.tryAgain(inSeconds: seconds) }
        ?? Sentence.tooManyAttempts(seconds: seconds)
    case .attemptsDisabled: Sentence.attemptsDisabled
    case .lockOwnerGone:
      translated("This account is gone, so no password unlocks. End “signin lock” from another terminal.")
    case .unavailable(let error): translated("Can't sign in right now: {reason}.", ["reason": error.clause])
    case .codesNotKept: translated("Save the codes, then tick the box with Space.")
    case .codesCopied: translated("Copied, if your terminal allows it. Paste to check.")
    case .codesSaved(let path): translated("Saved in {path}", ["path": Sanitiser.cleaned(path)])
    case .codesNotSaved: translated("The codes couldn't be saved. Copy them, or write them down.")
    case .accountCreated: translated("Welcome! Your account is ready. F6 adds a second step.")
    case .furtherStep: Sentence.furtherStep
    case .secondStepMissing: Sentence.secondStepMissing
    case .passwordExpired: Sentence.passwordExpired
    case .codeMissing: translated("Enter the code.")
    case .codeLength(let digits): translated("The code has {count} digits.", ["count": String(digits)])
    case .recoveryCodeMissing: translated("Enter a recovery code.")
    case .recoveryCodeLength(let count):
      translated("A recovery code has {count} letters and digits.", ["count": String(count)])
    case .wrongCode: Sentence.wrongCode
    case .usedCode: Sentence.usedCode
    case .codesLocked: Sentence.codesLocked
    case .codesUnavailable: Sentence.codesUnavailable
    case .unconfirmedCode: translated("Wrong code. Is the clock of your device right?")
    case .wrongRecoveryCode: Sentence.wrongRecoveryCode
    case .newPasswordNeeded(.oneTime): translated("That password worked once. Choose your own.")
    case .newPasswordNeeded(.expired): translated("Your password has expired. Choose a new one.")
    case .quotation(let words): translated("The system says: “{text}”", ["text": Sanitiser.cleanedLines(words)])
    case .passwordEnds(let days, let isChangeable):
      Sentence.passwordEnds(inDays: days) + (isChangeable ? " " + translated("Change it with F4.") : "")
    case .recoveryCodesLeft(let count): Sentence.recoveryCodesLeft(count)
    case .answerTooLate: translated("The time to answer is over. Sign in again.")
    case .setUpTooLate: translated("The time to answer is over. Nothing has changed.")
    case .secondStepOn: translated("Two-step sign-in is on.")
    case .secondStepCancelled: translated("Cancelled. Two-step sign-in is as before.")
    case .secondStepNotSetUp(let error):
      translated("Two-step sign-in wasn't set up: {reason}.", ["reason": error.clause])
    case .nameLinked: translated("User name linked. You can sign in with it.")
    case .nameTaken: translated("That user name belongs to another account.")
    case .nameNotLinked(let error):
      translated("The user name wasn't linked: {reason}.", ["reason": error.clause])
    case .accountChanged: translated("The account was changed at the same time. Try again.")
    case .sessionEnded: translated("Your session has ended. Sign in again.")
    case .accountRenamed: translated("Your account has a new email.")
    case .accountReady: translated("Your account is ready. Sign in to it.")
    case .accountExists: translated("That email already has an account.")
    case .signUpClosed: translated("Somebody has created the first account. Ask them for yours.")
    case .passwordChanged: translated("Password changed. Your other sessions ended.")
    case .passwordNotChanged(let error):
      translated("The password wasn't changed: {reason}.", ["reason": error.clause])
    case .noActivity: translated("No sign-in attempts yet.")
    case .nothingFound: translated("Nothing found.")
    case .activityUnavailable(let error):
      translated("Can't show your activity: {reason}.", ["reason": error.clause])
    case .lastSignIn(let time, let isThisYear, ""):
      translated("Last sign-in {time}", ["time": time.short(withYear: !isThisYear)])
    case .lastSignIn(let time, let isThisYear, let place):
      translated("Last sign-in {time}, {place}", ["time": time.short(withYear: !isThisYear), "place": place])
    case .failedAttemptsSince(let count):
      translated(counting: count, "{count} failed attempt since", "{count} failed attempts since")
    case .failedAttempts(let count):
      translated(
        counting: count, "{count} failed attempt since your last sign-in",
        "{count} failed attempts since your last sign-in")
    case .sessionUntil(let time): translated("until {time} if unused", ["time": time.text])
    case .noSession: translated("not kept at this terminal")
    case .twoStepOff: translated("off")
    case .twoStepOn(let since, let codes):
      (since.map { translated("on since {time}", ["time": $0.date]) } ?? translated("on")) + ", "
        + translated(counting: codes, "{count} recovery code left", "{count} recovery codes left")
    case .passwordAge(0): translated("set today")
    case .passwordAge(let days): translated(counting: days, "set {count} day ago", "set {count} days ago")
    case .noPassword: translated("none: another system knows it")
    case .otherSessions(0): translated("none")
    case .otherSessions(let count): String(count)
    case .accountUnavailable(let error):
      translated("Can't show your account: {reason}.", ["reason": error.clause])
    case .endSessionQuestion(""): translated("End this session?")
    case .endSessionQuestion(let place):
      translated("End the session at {place}?", ["place": Sanitiser.cleaned(place)])
    case .endOtherSessionsQuestion(let count):
      translated(counting: count, "End {count} other session?", "End {count} other sessions?")
    case .turnOffQuestion(hasKeys: false): translated("Turn two-step sign-in off?")
    case .turnOffQuestion(hasKeys: true):
      translated("Turn two-step sign-in off?") + " " + translated("The keys and the recovery codes are removed, too.")
    case .agent(let fault): fault.sentence
    case .wrongSignature: translated("That signature is wrong.")
    case .untouchedKey: translated("The key signed without a touch, which doesn't count.")
    case .softwareKey: translated("Only keys that must be touched count here.")
    case .knownKey: translated("The account has that key already.")
    case .keyNumber(let count): translated("Enter a number from 1 to {count}.", ["count": String(count)])
    case .keys(0): translated("none")
    case .keys(let count): translated(counting: count, "{count} key", "{count} keys")
    case .keyAdded: translated("Key added. Your other sessions ended.")
    case .tooManyKeys: translated("The account has as many keys as it may have. Remove one first.")
    case .keyRemoved(isOnlyFactor: false): translated("Key removed. Your other sessions ended.")
    case .keyRemoved(isOnlyFactor: true):
      translated("Two-step sign-in is off. Key, recovery codes and other sessions are gone.")
    case .removeKeyQuestion("", isOnlyFactor: false): translated("Remove this key?")
    case .removeKeyQuestion(let name, isOnlyFactor: false):
      translated("Remove the key {name}?", ["name": Sanitiser.cleaned(name)])
    case .removeKeyQuestion(let name, isOnlyFactor: true):
      Message.removeKeyQuestion(name: name, isOnlyFactor: false).text + " "
        + translated("Two-step sign-in ends with it, and the recovery codes become void.")
    case .secondStepOff: translated("Two-step sign-in is off. Your other sessions ended.")
    case .recoveryCodesReplaced: translated("The earlier recovery codes are void. Your other sessions ended.")
    case .sessionsEnded(.one): translated("That session ended.")
    case .sessionsEnded(.all): translated("Your other sessions ended.")
    case .changeCancelled: translated("Cancelled. Nothing has changed.")
    case .changeNotMade(let error): translated("Nothing has changed: {reason}.", ["reason": error.clause])
    case .accountNotAdded(let error):
      translated("The account wasn't created: {reason}.", ["reason": error.clause])
    }
  }
}

extension Refusal {
  /// What was wrong, as a sentence.
  fileprivate var sentence: String {
    switch self {
    case .emailOrPassword: Sentence.wrongEmailOrPassword
    case .userNameOrPassword: Sentence.wrongUserNameOrPassword
    case .password: translated("The password is wrong.")
    case .currentPassword: translated("The current password is wrong.")
    case .code: translated("The code is wrong.")
    case .answer: translated("The answer was wrong.")
    }
  }
}

extension AgentFault {
  /// The reason as a sentence.
  fileprivate var sentence: String {
    switch self {
    case .missing: translated("No ssh-agent answers here.")
    case .silent: translated("The ssh-agent didn't answer in time.")
    case .nonsense: translated("The ssh-agent sent something that is no answer.")
    case .otherService: translated("The signature would be for another service, so no key was asked.")
    case .noKey: translated("The ssh-agent has no key for this. It may be locked.")
    case .refused: translated("The ssh-agent refused to sign. It may be unable to ask for a PIN.")
    }
  }
}

extension DisplayTime {
  /// The time of today, or else the date with the time: `17:25`, `Fri 20 Nov 17:25`.
  var text: String { isToday ? time.minutes : time.short(withYear: !isThisYear) }

  /// The date: `today`, `Fri 20 Nov`.
  var date: String { isToday ? translated("today") : time.date.short(withYear: !isThisYear) }
}

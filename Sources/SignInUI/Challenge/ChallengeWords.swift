import Identity
import Sentences
import SignIn
import Terminal

/// The words of a step. The screen and the dialogue share them.
struct ChallengeWords {
  /// Stands above the step.
  let title: String
  let form: FormWords<ChallengeField>
  /// A sentence for the user, besides the notices; nil for none.
  let explanation: String?

  init(_ outputs: any ChallengeViewModelOutputs) {
    let (step, isSettingUp) = (outputs.step, outputs.isSettingUp)
    let kinds = outputs.fields.map(\.kind)
    title = outputs.isLinking ? translated("Link a user name") : Self.title(step, kinds, isSettingUp: isSettingUp)
    explanation = Self.explanation(step, kinds)
    form = FormWords(
      title: outputs.isLinking ? translated("Continue") : Self.button(step, isSettingUp: isSettingUp),
      proceed: step.offer == nil && !isSettingUp && !outputs.isLinking
        ? translated("sign in") : translated("continue"),
      doing: outputs.isLinking ? translated("Linking") : Self.doing(step, isSettingUp: isSettingUp),
      field: { FieldWords(title: $0.kind.title(isSettingUp: isSettingUp || outputs.isLinking)) })
  }

  private static func title(_ step: ConversationStep, _ kinds: [ChallengeField.Kind], isSettingUp: Bool) -> String {
    if !step.recoveryCodes.isEmpty { return translated("Recovery codes") }
    if isSettingUp { return translated("Two-step sign-in") }
    return switch kinds.first {
    case .newPassword: translated("New password")
    case .code, .confirmation, .recoveryCode: translated("Second step")
    case .password, .repeatedPassword, .prompt, nil: translated("Sign in")
    }
  }

  private static func button(_ step: ConversationStep, isSettingUp: Bool) -> String {
    if step.offer != nil { return translated("Turn on") }
    return isSettingUp || !step.recoveryCodes.isEmpty ? translated("Continue") : translated("Sign in")
  }

  private static func doing(_ step: ConversationStep, isSettingUp: Bool) -> String {
    if case .wait(.approval) = step { return translated("Waiting for approval") }
    return isSettingUp ? translated("Setting up") : translated("Signing in")
  }

  private static func explanation(_ step: ConversationStep, _ kinds: [ChallengeField.Kind]) -> String? {
    if !step.recoveryCodes.isEmpty {
      return translated(
        "Each code signs you in once, without your device. Keep them where only you find them. "
          + "They are shown only now.")
    }
    if case .wait(.approval) = step { return translated("Approve the sign-in on your other device.") }
    for case .prompt(let words, _) in kinds where !isShort(words) { return Message.quotation(words).text }
    return nil
  }

  /// Whether another program's words fit above a field.
  static func isShort(_ words: String) -> Bool { !words.isEmpty && TextWidth.columns(of: words) <= 36 }
}

extension ChallengeField.Kind {
  fileprivate func title(isSettingUp: Bool) -> String {
    switch self {
    case .password: isSettingUp ? translated("Current password") : translated("Password")
    case .newPassword: translated("New password")
    case .repeatedPassword: translated("New password again")
    case .code, .confirmation: translated("Code from your device")
    case .recoveryCode: translated("Recovery code")
    case .prompt(let words, _):
      ChallengeWords.isShort(words)
        ? translated("“{text}”", ["text": Sanitiser.cleaned(words).withoutColon]) : translated("Your answer")
    }
  }
}

extension ProofMethod {
  /// The way to answer, for the line of keys.
  var short: String {
    switch self {
    case .code: translated("code")
    case .recoveryCode: translated("recovery code")
    }
  }
}

extension String {
  /// The text without a colon and blanks at its end. They separate it from an answer on the same line.
  fileprivate var withoutColon: String {
    var text = self[...]
    while text.last == ":" || text.last == " " { text.removeLast() }
    return text.isEmpty ? self : String(text)
  }
}

import Identity
import SSHKeys
import Sentences
import SignIn
import Terminal

/// The words of a step. The screen and the dialogue share them.
struct ChallengeWords {
  /// Stands above the step.
  let title: String
  let form: FormWords
  /// A sentence for the user, besides the notices; nil for none.
  let explanation: String?

  init(_ outputs: any ChallengeViewModelOutputs) {
    let (step, purpose) = (outputs.step, outputs.purpose)
    let kinds = outputs.kinds
    title = outputs.isSigning && !purpose.isOfMember ? translated("Second step") : Self.title(step, kinds, purpose)
    explanation = Self.explanation(outputs)
    form = FormWords(
      title: Self.button(step, purpose), proceed: step.offer == nil ? purpose.proceed : translated("turn on"),
      doing: outputs.isSigning || !outputs.keys.isEmpty ? translated("Touch your key") : Self.doing(step, purpose),
      fields: kinds.map { FieldWords(title: $0.title(isMember: purpose.isOfMember)) })
  }

  private static func title(
    _ step: ConversationStep, _ kinds: [ChallengeField], _ purpose: Conversation.Purpose
  ) -> String {
    if purpose.isLink { return purpose.title }
    if !step.recoveryCodes.isEmpty { return translated("Recovery codes") }
    if purpose.isOfMember { return purpose.title }
    return switch kinds.first {
    case .newPassword: translated("New password")
    case .code, .recoveryCode: translated("Second step")
    case .confirmation: translated("Set up two-step sign-in")
    case .password, .repeatedPassword, .keyNumber, .prompt, nil: purpose.title
    }
  }

  private static func button(_ step: ConversationStep, _ purpose: Conversation.Purpose) -> String {
    if step.offer != nil { return translated("Turn on") }
    return step.recoveryCodes.isEmpty ? purpose.button : translated("Continue")
  }

  private static func doing(_ step: ConversationStep, _ purpose: Conversation.Purpose) -> String {
    guard case .wait = step, !purpose.isLink else { return purpose.doing }
    return translated("Waiting for approval")
  }

  private static func explanation(_ outputs: any ChallengeViewModelOutputs) -> String? {
    let (step, kinds, purpose) = (outputs.step, outputs.kinds, outputs.purpose)
    if !step.recoveryCodes.isEmpty {
      return translated(
        "Each works once, in place of your device. Keep them where only you find them. You will not see them again.")
    }
    if outputs.isSigning { return translated("Touch your key.") }
    if !outputs.keys.isEmpty {
      return outputs.keys.count == 1
        ? translated("This key of your ssh-agent will be added. Have it at hand.")
        : translated("Which key of your ssh-agent will be added? Have it at hand.")
    }
    if step.offer != nil {
      if case .change(.setUpSecondStep(replaces: true), _) = purpose {
        return translated("Two-step sign-in is on. The new device and recovery codes replace those you have.")
      }
      return translated("From now on, signing in takes your password and a code from your phone.")
    }
    switch kinds.first {
    case .code(let digits):
      return translated("Enter the {count} digits that your authenticator app shows.", ["count": String(digits)])
    case .recoveryCode: return translated("Enter one of your recovery codes.")
    default: break
    }
    if case .wait = step { return translated("Approve the sign-in on your other device.") }
    for case .prompt(let words, _) in kinds where !isShort(words) { return Message.quotation(words).text }
    return nil
  }

  /// Says how many keys of the agent are not on the list.
  static func more(_ count: Int) -> String {
    translated("and {count} more in your ssh-agent", ["count": String(count)])
  }

  /// Whether another program's words fit above a field.
  static func isShort(_ words: String) -> Bool {
    !words.isEmpty && !words.contains(where: \.isNewline) && TextWidth.columns(of: words) <= 36
  }
}

extension Conversation.Purpose {
  /// Whether the person is signed in already.
  fileprivate var isOfMember: Bool {
    switch self {
    case .signIn, .unlock: false
    case .change, .link: true
    }
  }

  fileprivate var isLink: Bool {
    if case .link = self { true } else { false }
  }

  fileprivate var title: String {
    switch self {
    case .signIn: translated("Sign in")
    case .unlock: translated("This terminal is locked")
    case .change(.setUpSecondStep, _), .change(.removeSecondStep, _): translated("Two-step sign-in")
    case .change(.newRecoveryCodes, _): translated("New recovery codes")
    case .change(.addKey, _): translated("Add a key")
    case .change(.removeKey, _): translated("Remove a key")
    case .change(.endSessions, _): translated("End sessions")
    case .link: translated("Link a user name")
    }
  }

  fileprivate var button: String {
    switch self {
    case .signIn: translated("Sign in")
    case .unlock: translated("Unlock")
    case .change, .link: translated("Continue")
    }
  }

  fileprivate var proceed: String {
    switch self {
    case .signIn: translated("sign in")
    case .unlock: translated("unlock")
    case .change, .link: translated("continue")
    }
  }

  fileprivate var doing: String {
    switch self {
    case .signIn: translated("Signing in")
    case .unlock: translated("Unlocking")
    case .change(.setUpSecondStep, _): translated("Setting up")
    case .change: translated("Changing")
    case .link: translated("Linking")
    }
  }
}

extension ChallengeField {
  fileprivate func title(isMember: Bool) -> String {
    switch self {
    case .password: isMember ? translated("Current password") : translated("Password")
    case .newPassword: translated("New password")
    case .repeatedPassword: translated("New password again")
    case .code, .confirmation: translated("Code from your device")
    case .recoveryCode: translated("Recovery code")
    case .keyNumber: translated("Number of the key")
    case .prompt(let words, _):
      ChallengeWords.isShort(words)
        ? translated("“{text}”", ["text": Sanitiser.cleaned(words).withoutColon]) : translated("Your answer")
    }
  }
}

extension PublicKeyLine {
  /// The key for people: its kind, fingerprint and name, cleaned.
  var described: String {
    [key.kind.shortName, key.fingerprint, Sanitiser.cleaned(name)].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ProofMethod {
  /// The way to answer, for the line of keys.
  var short: String {
    switch self {
    case .code: translated("code")
    case .recoveryCode: translated("recovery code")
    case .key: translated("key")
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

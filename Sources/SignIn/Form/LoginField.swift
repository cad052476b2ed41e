import Identity
import Secrets
import Signals

/// A field for an email, judged by the rule of ``EmailAddress``, for a user name, or for either. It suggests a correction
/// if a mail domain looks mistyped.
struct LoginField: FormField {
  /// The text.
  let text: Signal<String>
  /// The text, with the logins that the field takes. Shared, because each key changes it.
  let entry: Signal<LoginEntry>
  let start: String
  let validation: Property<FieldValidation>
  let typed: Signal<Void>
  let outputs: FieldOutputs

  /// - Parameters:
  ///   - name: The name of this field.
  ///   - events: The events of the form.
  ///   - start: The text that the field starts with.
  ///   - isFixed: Whether the user can't change it.
  ///   - logins: The logins that it takes, which may become known while the form is open.
  ///   - refused: A submission with the text was refused.
  init<Name>(
    _ name: Name, _ events: FormEvents<Name>, startingWith start: String?, isFixed: Bool = false,
    logins: Signal<LoginKind> = .just(.email), refused: Signal<Void> = .merge()
  ) {
    let start = start ?? ""
    let settings = events.settings
    let changes = events.changes(of: name)
    let text = changes.map { $0.withUTF8 { String(decoding: $0, as: UTF8.self) } }.hold("").signal
    let entry = Signal.combineLatest(text, logins).map { LoginEntry(text: $0, kind: $1) }.hold(LoginEntry()).signal
    let validation = Signal.merge(entry.map { $0.change }, refused.map { .refused }).validation(of: name, events)
    let suggestion: Signal<String?> =
      settings.suggestsDomains
      ? Signal<(String?, LoginKind)>.combineLatest(text.suggestion(left: events.leaves(of: name)).signal, logins).map {
        $1.takesEmails ? $0 : nil
      }
      : .just(nil)
    self.start = start
    self.text = text
    self.entry = entry
    self.validation = validation
    // The view reports the text that the field starts with as a change, too.
    self.typed = (start.isEmpty ? changes : changes.skip(1)).map { _ in }
    outputs = FieldOutputs(
      isSecret: false, isMasked: false, isFixed: isFixed,
      text: events.loaded.signal.map { start }.filter { !$0.isEmpty },
      isValid: validation.signal.map(\.isValid).skipRepeats(),
      status: validation.signal.map(\.status).skipRepeats(),
      message: Signal.combineLatest(
        validation.signal, suggestion, .combineLatest(logins, entry.map(\.isName).skipRepeats())
      ).map { validation, suggestion, asked in
        let (logins, isName) = asked
        return validation.message(
          missing: .missing(logins), error: isName ? .userNameNotValid : .emailNotValid,
          hint: settings.showsHints && suggestion == nil && !isName ? .emailValid : nil)
      }.skipRepeats(),
      suggestion: suggestion,
      correction: events.accepted.signal.only(name).withLatest(from: suggestion).compactMap { $1 })
  }
}

/// The text of a field for logins, and the logins that it takes.
struct LoginEntry: Equatable {
  var text = ""
  var kind = LoginKind.email

  /// The login; nil if the text cannot be one.
  var login: Login? { kind.login(text) }

  /// Whether the text means a name, and no email.
  var isName: Bool { kind.isName(text) }

  fileprivate var change: FieldValidation.Event {
    var text = text
    let isValid = isName ? login != nil : text.withUTF8(EmailAddress.isValid(utf8:))
    return .changed(isEmpty: text.isEmpty, isValid: isValid)
  }
}

extension Message {
  /// The field for such logins is empty.
  fileprivate static func missing(_ logins: LoginKind) -> Message {
    switch logins {
    case .email: .emailMissing
    case .name: .userNameMissing
    case .either: .loginMissing
    }
  }
}

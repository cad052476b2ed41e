import Identity
import Secrets
import Signals

/// A field for an email, judged by the rule of ``EmailAddress``, for a user name, or for either. It suggests a correction
/// if a mail domain looks mistyped.
struct LoginField: FormField {
  /// The text.
  let text: Signal<String>
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
    let typed = Signal.combineLatest(text, logins.skipRepeats())
    let validation = Signal.merge(
      typed.map { FieldValidation.Event.changed(login: $0, of: $1) }, refused.map { .refused }
    ).validation(of: name, events)
    let suggestion: Signal<String?> =
      settings.suggestsDomains
      ? Signal<(String?, LoginKind)>.combineLatest(text.suggestion(left: events.leaves(of: name)).signal, logins).map {
        $1.takesEmails ? $0 : nil
      }
      : .just(nil)
    self.start = start
    self.text = text
    self.validation = validation
    // The view reports the text that the field starts with as a change, too.
    self.typed = (start.isEmpty ? changes : changes.skip(1)).map { _ in }
    outputs = FieldOutputs(
      isSecret: false, isMasked: false, isFixed: isFixed,
      text: events.loaded.signal.map { start }.filter { !$0.isEmpty },
      isValid: validation.signal.map(\.isValid).skipRepeats(),
      status: validation.signal.map(\.status).skipRepeats(),
      message: Signal.combineLatest(validation.signal, suggestion, typed).map { validation, suggestion, typed in
        let isName = typed.1.isName(typed.0)
        return validation.message(
          missing: .missing(typed.1), error: isName ? .userNameNotValid : .emailNotValid,
          hint: settings.showsHints && suggestion == nil && !isName ? .emailValid : nil)
      }.skipRepeats(),
      suggestion: suggestion,
      correction: events.accepted.signal.only(name).withLatest(from: suggestion).compactMap { $1 })
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

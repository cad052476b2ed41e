import SSHKeys
import Sentences
import SignIn
import Signals
import Terminal

/// The lines of the account page, from what its view model says.
struct AccountLines {
  /// What a line is about.
  enum Subject: Hashable {
    case session, lastSignIn, twoStep, keys, password, otherSessions
    /// A key, by its place among the rows.
    case key(Int)
    /// Another session, by its place among the rows.
    case other(Int)
  }

  /// A line: a label and a text, or a session.
  struct Line: Hashable {
    let subject: Subject
    var label = ""
    var text: String
    var role = Theme.Role.text
    /// The keys that act on it, and their effects in a word, for wide screens.
    var keys: [AccountAction] = []

    /// Whether it can be selected: a session, or a line that a key acts on. Other lines are only read.
    var isItem: Bool {
      switch subject {
      case .other, .key: true
      default: !label.isEmpty && !keys.isEmpty
      }
    }
  }

  var session: Message?
  var twoStep: Message?
  var password: Message?
  var otherSessions: Message?
  var lastSignIn: Message?
  var failures: Message?
  var rows: [SessionRow] = []
  /// Nil where the service knows no keys.
  var keysMessage: Message?
  var keys: [KeyRow] = []
  var isTwoStepOn = false
  var isPasswordOffered = false

  /// What is above the list of activity, where both fit: one row each.
  var summary: [Line] {
    var lines = [
      Line(subject: .session, label: translated("Session"), text: text(session), keys: [.signOut]),
      twoStepLine,
    ]
    if !keys.isEmpty { lines.append(Line(subject: .keys, label: translated("Keys"), text: text(keysMessage))) }
    return lines + [
      passwordLine,
      Line(
        subject: .otherSessions, label: translated("Other sessions"), text: text(otherSessions),
        keys: [.activity]),
    ]
  }

  /// The whole page, without the activity.
  var page: [Line] {
    var lines = [
      Line(subject: .session, label: translated("Session"), text: text(session), keys: [.signOut])
    ]
    if let lastSignIn {
      lines.append(Line(subject: .lastSignIn, text: lastSignIn.text))
    }
    if let failures { lines.append(Line(subject: .lastSignIn, text: failures.text, role: .invalid)) }
    lines.append(twoStepLine)
    // Its other keys have a row of their own, where there is room for keys.
    if isTwoStepOn { lines.append(Line(subject: .twoStep, text: "", keys: [.newCodes, .turnOff])) }
    if let keysMessage {
      lines.append(Line(subject: .keys, label: translated("Keys"), text: text(keysMessage), keys: [.addKey]))
      lines += keys.enumerated().map { Line(subject: .key($0.offset), text: $0.element.text) }
    }
    lines += [
      passwordLine,
      Line(
        subject: .otherSessions, label: translated("Other sessions"), text: text(otherSessions),
        keys: rows.isEmpty ? [] : [.endSession, .endOthers]),
    ]
    return lines + rows.enumerated().map { Line(subject: .other($0.offset), text: $0.element.text) }
  }

  private var twoStepLine: Line {
    var line = Line(
      subject: .twoStep, label: translated("Two-step sign-in"), text: text(twoStep), keys: [.secondStep])
    // Whoever signed in with one of the last codes reads here that it is time for new ones.
    if case .twoStepOn(_, codes: ...2)? = twoStep { line.role = .caution }
    return line
  }

  private var passwordLine: Line {
    Line(
      subject: .password, label: translated("Password"), text: text(password),
      keys: isPasswordOffered ? [.changePassword] : [])
  }

  private func text(_ message: Message?) -> String { message?.text ?? "…" }
}

/// A view of the account.
protocol ShowingAccount: AnyObject {
  var lines: AccountLines { get set }
}

extension ShowingAccount {
  /// Keeps the lines as the view models say.
  func bindLines(
    _ account: any AccountViewModelOutputs, _ activity: any ActivityViewModelOutputs, in bag: DisposeBag
  ) {
    account.sessionMessage.bind(to: Binder(self) { $0.lines.session = $1 }).disposed(by: bag)
    account.twoStepMessage.bind(to: Binder(self) { $0.lines.twoStep = $1 }).disposed(by: bag)
    account.passwordMessage.bind(to: Binder(self) { $0.lines.password = $1 }).disposed(by: bag)
    account.otherSessionsMessage.bind(to: Binder(self) { $0.lines.otherSessions = $1 }).disposed(by: bag)
    account.sessions.bind(to: Binder(self) { $0.lines.rows = $1 }).disposed(by: bag)
    account.keysMessage.bind(to: Binder(self) { $0.lines.keysMessage = $1 }).disposed(by: bag)
    account.keys.bind(to: Binder(self) { $0.lines.keys = $1 }).disposed(by: bag)
    account.isTwoStepOn.bind(to: Binder(self) { $0.lines.isTwoStepOn = $1 }).disposed(by: bag)
    account.isPasswordOffered.bind(to: Binder(self) { $0.lines.isPasswordOffered = $1 }).disposed(by: bag)
    activity.lastSignInMessage.bind(to: Binder(self) { $0.lines.lastSignIn = $1 }).disposed(by: bag)
    activity.failuresMessage.bind(to: Binder(self) { $0.lines.failures = $1 }).disposed(by: bag)
  }
}

extension KeyRow {
  /// `yubikey, ED25519-SK, added Fri 20 Nov, used 17:25, user verified`. A name from outside is cleaned as it is drawn.
  var text: String {
    ([name].filter { !$0.isEmpty } + [
      key.kind.shortName, translated("added {time}", ["time": added.date]),
      lastUsed.map { translated("used {time}", ["time": $0.text]) } ?? translated("never used"),
    ] + (isUserVerified ? [translated("user verified")] : [])).joined(separator: ", ")
  }
}

extension SessionRow {
  /// `tty1, castle, menu, since Fri 20 Nov 17:25`. Texts from outside are cleaned as they are drawn.
  var text: String {
    ([tty, host, program].filter { !$0.isEmpty } + [translated("since {time}", ["time": since.text])])
      .joined(separator: ", ")
  }
}

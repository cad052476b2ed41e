import Identity
import Secrets
import Sentences
import SignIn
import Signals
import Terminal

/// The account page as a dialogue: says the account, then asks what to do. An empty line leaves.
final class PlainAccountView: PlainView, ShowingAccount {
  let form: PlainForm
  private let inputs: any AccountViewModelInputs
  private let activityInputs: any ActivityViewModelInputs
  private let choice = PlainQuestion(translated("What to do? ? lists the answers, Enter leaves"), isSecret: false)
  private lazy var answer = PlainQuestion.confirmation { [unowned self] isYes in
    if isYes { inputs.didTapConfirm() } else { inputs.didTapDismiss() }
  }
  /// Whether an answer to the question of the page is waited for.
  private var isConfirming = false
  var lines = AccountLines()
  private let isLinkOffered: Bool
  /// Whether the activity is said once it is loaded.
  private var isActivityAsked = false
  private let bag = DisposeBag()

  /// The answers, with what they do.
  private enum Choice: String, CaseIterable {
    case password = "p"
    case secondStep = "t"
    case newCodes = "n"
    case turnOff = "x"
    case addKey = "k"
    case link = "u"
    case endOthers = "a"
    case activity = "l"
    case signOut = "o"
    case another = "s"

    func words(isTwoStepOn: Bool) -> String {
      switch self {
      case .password: translated("change password")
      case .secondStep where isTwoStepOn: translated("replace two-step sign-in")
      case .secondStep: translated("turn two-step sign-in on")
      case .newCodes: translated("make new recovery codes")
      case .turnOff: translated("turn two-step sign-in off")
      case .addKey: translated("add a key of your ssh-agent")
      case .link: translated("link a user name")
      case .endOthers: translated("end all other sessions")
      case .activity: translated("activity")
      case .signOut: translated("sign out")
      case .another: translated("sign in as somebody else")
      }
    }
  }

  init(
    viewModel: any AccountViewModelType, _ activity: any ActivityViewModelType, email: String,
    on device: any LineDevice
  ) {
    inputs = viewModel.inputs
    activityInputs = activity.inputs
    form = PlainForm(device)
    let outputs = viewModel.outputs
    isLinkOffered = outputs.isLinkOffered
    form.didCancel = inputs.didTapDismiss
    form.writeLine(translated("Signed in as {email}", ["email": email]))
    bindActivity(activity.outputs)
    bindLines(outputs, activity.outputs, in: bag)
    Signal.combineLatest(outputs.sessionMessage, outputs.twoStepMessage, outputs.passwordMessage)
      .bind(to: Binder(self) { if $1.0 != nil && $1.1 != nil && $1.2 != nil { $0.writeAccount() } }).disposed(by: bag)
    outputs.errorMessage.bind(
      to: Binder(self) { view, message in
        guard let message else { return }
        view.form.writeLine(message.text)
        view.form.focus(view.choice)
      }
    ).disposed(by: bag)
    outputs.question.bind(
      to: Binder(self) { view, message in
        if let message {
          view.form.writeLine(message.text)
          view.answer.offer = nil
          view.form.focus(view.answer)
        } else if view.isConfirming {
          view.form.focus(view.choice)
        }
        view.isConfirming = message != nil
      }
    ).disposed(by: bag)
    bindChoice()
    activity.inputs.viewDidLoad()
    inputs.viewDidLoad()
  }

  private func bindActivity(_ outputs: any ActivityViewModelOutputs) {
    let problem = Signal.combineLatest(outputs.errorMessage, outputs.emptyMessage).map { $0 ?? $1 }
    Signal.combineLatest(outputs.rows, problem, outputs.loading)
      .bind(to: Binder(self) { if $1.2 == nil { $0.writeActivity($1.0, $1.1) } }).disposed(by: bag)
  }

  private func writeAccount() {
    for line in lines.page where !line.text.isEmpty {
      form.writeLine(
        line.label.isEmpty
          ? numbered(line)
          : translated("{name}: {value}", ["name": line.label, "value": line.text]))
    }
    writeChoices()
  }

  /// A session with its number, by which it is ended, or a key with that by which it is removed.
  private func numbered(_ line: AccountLines.Line) -> String {
    switch line.subject {
    case .other(let index): "\(index + 1). \(line.text)"
    case .key(let index): "k\(index + 1). \(line.text)"
    default: line.text
    }
  }

  /// What can be done, a line for each, then the question.
  private func writeChoices() {
    for choice in Choice.allCases.filter(isOffered) {
      write(choice.rawValue, choice.words(isTwoStepOn: lines.isTwoStepOn))
    }
    write(lines.rows.count, "", translated("end that session"))
    write(lines.keys.count, "k", translated("remove that key"))
    form.focus(choice)
  }

  /// What is done to one of so many rows, by its number.
  private func write(_ count: Int, _ letter: String, _ words: String) {
    switch count {
    case 0: break
    case 1: write("\(letter)1", words)
    default: write(translated("{first} to {last}", ["first": "\(letter)1", "last": "\(letter)\(count)"]), words)
    }
  }

  private func write(_ answer: String, _ words: String) {
    form.writeLine(translated("{name}: {value}", ["name": answer, "value": words]))
  }

  private func isOffered(_ choice: Choice) -> Bool {
    switch choice {
    case .newCodes, .turnOff: lines.isTwoStepOn
    case .endOthers: !lines.rows.isEmpty
    case .addKey: lines.keysMessage != nil
    case .password: lines.isPasswordOffered
    case .link: isLinkOffered
    case .secondStep, .activity, .signOut, .another: true
    }
  }

  private func bindChoice() {
    choice.didChange = { [unowned self] _ in
      choice.isValid = choice.text.isEmpty || typed != nil || session != nil || key != nil || asksForList
      choice.message = choice.isValid ? nil : translated("That isn't one of the answers.")
    }
    choice.isValid = true
    choice.didAnswer = { [unowned self] in
      let (typed, session, key, isEmpty, asksForList) = (typed, session, key, choice.text.isEmpty, asksForList)
      choice.offer = nil
      if asksForList { return writeChoices() }
      if isEmpty { return inputs.didTapDismiss() }
      if let key { return inputs.didTapRemoveKey(key) }
      if let session { return inputs.didTapEndSession(session) }
      switch typed {
      case .password: inputs.didTapChangePassword()
      case .secondStep: inputs.didTapSecondStep()
      case .newCodes: inputs.didTapNewRecoveryCodes()
      case .turnOff: inputs.didTapTurnOff()
      case .addKey:
        // Where none can be added, nothing else follows.
        form.focus(choice)
        inputs.didTapAddKey()
      case .link: inputs.didTapLink()
      case .endOthers: inputs.didTapEndOtherSessions()
      case .activity:
        isActivityAsked = true
        activityInputs.didTapRefresh()
      case .signOut: inputs.didTapSignOut()
      case .another: inputs.didTapSignInAsAnother()
      case nil: form.focus(choice)
      }
    }
  }

  private var typed: Choice? { Choice(rawValue: choice.typed.lowercased()).flatMap { isOffered($0) ? $0 : nil } }

  private var asksForList: Bool { choice.typed == "?" }

  private var session: SessionRow? {
    Int(choice.typed).flatMap { lines.rows.indices.contains($0 - 1) ? lines.rows[$0 - 1] : nil }
  }

  private var key: KeyRow? {
    let typed = choice.typed.lowercased()
    guard typed.hasPrefix("k"), let number = Int(typed.dropFirst()) else { return nil }
    return lines.keys.indices.contains(number - 1) ? lines.keys[number - 1] : nil
  }

  /// The newest rows, the latest last, where a reader ends.
  private func writeActivity(_ rows: [ActivityRow], _ problem: Message?) {
    guard isActivityAsked else { return }
    isActivityAsked = false
    for row in rows.reversed() {
      let words = [row.day.text + " " + row.time.minutes, row.outcome.name, row.host, row.tty, row.program]
      form.writeLine(words.filter { !$0.isEmpty }.joined(separator: ", "))
    }
    if let problem { form.writeLine(problem.text) }
    form.focus(choice)
  }
}

public import Identity
import SSHKeys
import Sentences
import SignIn
import Signals

/// Leads from scene to scene. It alone makes view models, and binds the outputs that say where the scene on show leads. A
/// presenter shows the scenes.
public final class Navigator {
  /// The last message, to be printed after the form has closed; nil if there is none.
  public private(set) var parting: String?
  /// The result, once there is one.
  public private(set) var result: Result?

  private let dependencies: SceneDependencies
  private let presenter: any ScenePresenter
  private var scene: Scene?
  /// The only provider, if the latest sign-in form has no fields for that reason.
  private var providerOnShow: ApprovalProvider?
  /// The scene that Esc leads back to from the form for a new account; nil if Esc ends the program.
  private var sceneBefore: Scene?
  /// The account that Esc leads back to from the sign-in form of somebody else; nil if Esc ends the program.
  private var accountBefore: SignedIn?
  /// The bindings of the scene on show. They end with it.
  private var bag = DisposeBag()
  private let idleLimit: IdleLimit?
  private let idleBag = DisposeBag()

  private var accounts: Accounts { dependencies.accounts }
  private var scheduler: any Scheduler { dependencies.scheduler }

  /// Creates a navigator without a scene.
  public init(_ dependencies: SceneDependencies, _ presenter: any ScenePresenter) {
    self.dependencies = dependencies
    self.presenter = presenter
    idleLimit = dependencies.idleSeconds.map { IdleLimit(seconds: $0, scheduler: dependencies.scheduler) }
    presenter.didAct = { [weak idleLimit] in idleLimit?.didAct() }
    idleLimit?.secondsLeft.bind(to: Binder(self) { $0.presenter.announceClosing(inSeconds: $1) }).disposed(by: idleBag)
    idleLimit?.passed.bind(to: Binder(self) { navigator, _ in navigator.endUnattended() }).disposed(by: idleBag)
  }

  // MARK: Scenes

  /// Replaces the current scene with `scene`.
  public func transition(to scene: Scene) {
    self.scene = scene
    switch scene {
    case .signIn(let email): showSignIn(email)
    case .signInAgain(let login, let remembersEmail, let failure):
      showSignIn(login.typed, remembersEmail: remembersEmail, showing: failure)
    case .challenge(let conversation):
      if let page = conversation.step.page { showApproval(conversation, at: page) } else { showChallenge(conversation) }
    case .signUp(let email): showSignUp(email)
    case .account(let signedIn): showAccount(of: signedIn)
    case .changePassword(let signedIn): showChangePassword(of: signedIn)
    }
    idleLimit?.pause(isAwaitingApproval)
    idleLimit?.didAct()
  }

  /// Whether the user acts elsewhere.
  private var isAwaitingApproval: Bool {
    if case .challenge(let conversation) = scene { conversation.step.page != nil } else { false }
  }

  /// - Parameters:
  ///   - email: The login that the form starts with; nil for that of the settings.
  ///   - remembersEmail: Whether the box to remember the email starts ticked; nil leaves that to what is remembered.
  private func showSignIn(_ email: String?, remembersEmail: Bool? = nil, showing failure: Message? = nil) {
    var settings = dependencies.settings
    settings.form = formSettings(startingWith: email)
    settings.rememberedLogin = dependencies.memory?.email
    if let remembersEmail { settings.remembersEmail = remembersEmail }
    settings.rememberedProvider = dependencies.memory?.provider
    settings.failure = failure
    providerOnShow = dependencies.onlyProvider()
    if let provider = providerOnShow { return showProvider(provider, settings) }
    let viewModel = SignInViewModel(accounts, settings, on: scheduler)
    let outputs = show(.signIn(viewModel, offersToRemember: dependencies.memory != nil), viewModel.outputs)
    on(outputs.signedIn) { $0.didSignIn($1.user, remembering: $1.isRemembering) }
    on(outputs.nextStep) { $0.transition(to: .challenge($1)) }
    on(outputs.createAccount) { $0.createAccount($1) }
    on(outputs.cancelled) { $0.leaveSignIn() }
    // Last: where no attempts are left, this happens at once.
    on(outputs.usedUpAttempts) { $0.end(.refused) }
  }

  /// The form without fields, where people sign in at that provider only.
  private func showProvider(_ provider: ApprovalProvider, _ settings: SignInViewModel.Settings) {
    let viewModel = ProviderViewModel(of: provider, accounts, settings, on: scheduler)
    let outputs = show(.provider(viewModel), viewModel.outputs)
    on(outputs.signedIn) { $0.didSignIn($1.user, remembering: $1.isRemembering) }
    on(outputs.nextStep) { $0.transition(to: .challenge($1)) }
    on(outputs.cancelled) { $0.leaveSignIn() }
  }

  private func showApproval(_ conversation: Conversation, at page: ApprovalPage) {
    let viewModel = ApprovalViewModel(conversation, at: page, on: scheduler)
    let outputs = show(.approval(viewModel), viewModel.outputs)
    on(outputs.copied) { navigator, text in
      navigator.presenter.copy(text)
      navigator.presenter.announce(.codesCopied)
    }
    on(outputs.nextStep) { $0.transition(to: .challenge($1)) }
    on(outputs.ended) { $0.didEnd($1.1, with: $1.0) }
    on(outputs.dismissed) { $0.goBack(from: conversation, showing: $1) }
  }

  private func showSignUp(_ email: String?) {
    guard let signUp = accounts.signUp else {
      preconditionFailure("Sign-up is not allowed, so no scene may lead there.")
    }
    let viewModel = SignUpViewModel(signUp, accounts, formSettings(startingWith: email), on: scheduler)
    let outputs = show(.signUp(viewModel), viewModel.outputs)
    on(outputs.signedUp) { navigator, signedIn in
      navigator.proceed(signedIn)
      if navigator.result == nil { navigator.presenter.announce(.accountCreated) }
    }
    on(outputs.accountCreated) { $0.didCreateAccount($1.0, signIn: $1.1) }
    on(outputs.cancelled) { $0.leaveSignUp() }
  }

  private func showChallenge(_ conversation: Conversation) {
    let viewModel = ChallengeViewModel(conversation, accounts, dependencies.settings.form, on: scheduler)
    let outputs = show(.challenge(viewModel, savesCodes: dependencies.saveCodes != nil), viewModel.outputs)
    on(outputs.copied) { navigator, codes in
      navigator.presenter.copy(codes.joined(separator: "\n") + "\n")
      navigator.presenter.announce(.codesCopied)
    }
    var savedCodes: [String] = []
    on(outputs.saved) { navigator, codes in
      let path = navigator.dependencies.saveCodes.flatMap { $0(codes, conversation.accountEmail) }
      if let path { savedCodes.append(path) }
      navigator.presenter.announce(path.map { .codesSaved(path: $0) } ?? .codesNotSaved)
    }
    on(outputs.reminder) { $0.presenter.announce($1) }
    on(outputs.nextStep) { $0.transition(to: .challenge($1)) }
    on(outputs.ended) { $0.didEnd($1.1, with: $1.0) }
    on(outputs.dismissed) { navigator, message in
      // Codes that nobody kept are good for nothing; of a change that is under way nobody knows.
      if message != nil { for path in savedCodes { navigator.dependencies.discardCodes(path) } }
      navigator.goBack(from: conversation, showing: message)
    }
    on(outputs.ranOutOfTime) { $0.goBack(from: conversation, showing: conversation.tooLate) }
  }

  private func showAccount(of signedIn: SignedIn) {
    let own = account(of: signedIn)
    let viewModel = AccountViewModel(of: own, clock: dependencies.clock)
    let activity = ActivityViewModel(
      of: own.reading, clock: dependencies.clock, search: AttemptSearch.init(typed:), on: scheduler)
    let outputs = show(.account(viewModel, activity, email: signedIn.email.text), viewModel.outputs)
    on(outputs.change) { $0.make($1, of: signedIn) }
    on(outputs.changePassword) { $0.transition(to: .changePassword(signedIn)) }
    on(outputs.link) { $0.link(signedIn) }
    on(outputs.signInAsAnother) { $0.signInAsAnother(than: signedIn) }
    on(.merge(outputs.dismissed, activity.outputs.dismissed)) { $0.end(.signedIn(signedIn)) }
    on(outputs.signedOut) { $0.end(.signedOut(signedIn)) }
  }

  private func showChangePassword(of signedIn: SignedIn) {
    let viewModel = ChangePasswordViewModel(
      of: account(of: signedIn), accounts, dependencies.settings.form, on: scheduler)
    let outputs = show(.changePassword(viewModel), viewModel.outputs)
    on(outputs.changed) { navigator in
      navigator.transition(to: .account(signedIn))
      navigator.presenter.announce(.passwordChanged)
    }
    on(outputs.cancelled) { $0.transition(to: .account(signedIn)) }
  }

  private func formSettings(startingWith email: String?) -> FormSettings {
    var settings = dependencies.settings.form
    settings.email = email ?? settings.email
    return settings
  }

  private func account(of signedIn: SignedIn) -> OwnAccount {
    guard let ownAccount = accounts.ownAccount else {
      preconditionFailure("The program ends with the sign-in, so no scene may lead there.")
    }
    return ownAccount(signedIn)
  }

  /// Shows a scene in place of the one before, whose bindings end. Returns its outputs, to bind where they lead.
  ///
  /// The view binds first: a scene that ends empties its fields before the next one takes its place.
  private func show<Outputs>(_ scene: PresentedScene, _ outputs: Outputs) -> Outputs {
    bag = DisposeBag()
    presenter.present(scene)
    return outputs
  }

  private func on(_ output: Signal<Void>, _ go: @escaping (Navigator) -> Void) {
    output.bind(to: Binder(self) { navigator, _ in go(navigator) }).disposed(by: bag)
  }

  private func on<Value>(_ output: Signal<Value>, _ go: @escaping (Navigator, Value) -> Void) {
    output.bind(to: Binder(self, go)).disposed(by: bag)
  }

  // MARK: What happens outside the scenes

  /// The store holds no account: shows the form for the first one, or ends if sign-up is not allowed.
  /// - Parameter allowsSignUp: Whether accounts can be added at a form.
  public func didFindNoAccounts(allowsSignUp: Bool = true) {
    guard allowsSignUp, accounts.signUp != nil else { return end(.noAccounts) }
    switch scene {
    case .signIn(let email): transition(to: .signUp(email: email))
    case nil: transition(to: .signUp(email: nil))
    case .signUp, .signInAgain, .challenge, .account, .changePassword: break
    }
  }

  /// A welcome has said where people sign in: shows the form for that. If it is on show, what was typed stays.
  public func didLearnProviders() {
    guard result == nil, case .signIn(let email) = scene, dependencies.onlyProvider() != providerOnShow else { return }
    transition(to: .signIn(email: email))
  }

  /// The session of the user who is signed in has ended: shows the sign-in form.
  /// - Parameter other: Who is signed in by it now, if it goes on: an account that gets another email keeps its sessions.
  public func didLoseSession(to other: SignedIn? = nil) {
    // The answer to a request from before the account got this email.
    if let signedIn, signedIn.email == other?.email { return }
    accountBefore = nil
    guard let signedIn else { return }
    if let other {
      transition(to: .account(other))
      return presenter.announce(.accountRenamed)
    }
    transition(to: .signIn(email: signedIn.login.typed))
    presenter.announce(.sessionEnded)
  }

  /// The store can't be used at all: ends.
  public func didFail(_ error: StoreError) {
    end(.unavailable(error))
  }

  /// The user does nothing any more. A signed-in user stays signed in, however long they look at their activity.
  private func endUnattended() {
    end((signedIn ?? accountBefore).map { .signedIn($0) } ?? .timedOut)
  }

  /// The sign-in; nil while nobody is signed in.
  private var signedIn: SignedIn? {
    switch scene {
    case .account(let signedIn), .changePassword(let signedIn): signedIn
    case .challenge(let conversation): conversation.signedIn
    case .signIn, .signInAgain, .signUp, nil: nil
    }
  }

  // MARK: Where scenes lead

  private func didSignIn(_ signedIn: SignedIn, remembering isRemembering: Bool) {
    dependencies.memory?.remember(isRemembering ? signedIn.rememberedText : nil, provenBy: signedIn.approvedBy)
    proceed(signedIn)
  }

  /// After any sign-in: shows the account, or ends.
  private func proceed(_ signedIn: SignedIn) {
    accountBefore = nil
    dependencies.didSignIn(signedIn)
    if accounts.ownAccount == nil { end(.signedIn(signedIn)) } else { transition(to: .account(signedIn)) }
  }

  /// Shows the sign-in form without the remembered email, which is that of whoever is signed in.
  private func signInAsAnother(than signedIn: SignedIn) {
    accountBefore = signedIn
    transition(to: .signIn(email: ""))
  }

  /// Goes back to the account of whoever is signed in, or ends.
  private func leaveSignIn() {
    if let account = accountBefore.take() { transition(to: .account(account)) } else { end(.cancelled) }
  }

  private func createAccount(_ email: String) {
    sceneBefore = presenter.leadsBack ? .signIn(email: email) : nil
    transition(to: .signUp(email: presenter.leadsBack ? email : nil))
  }

  /// Goes back to the scene before the form for a new account, or leaves as the sign-in form does.
  private func leaveSignUp() {
    if let sceneBefore { transition(to: sceneBefore) } else { leaveSignIn() }
  }

  /// Shows the sign-in form, which counts down if attempts are blocked. It says that the account is there if signing in
  /// takes more than the password.
  private func didCreateAccount(_ email: EmailAddress, signIn outcome: SignInOutcome) {
    accounts.tally.record(outcome, of: .email(email))
    transition(to: .signIn(email: email.text))
    switch outcome {
    case .unanswered, .unavailable(.service(.furtherStep)): presenter.announce(.accountReady)
    default: break
    }
  }

  /// Begins a change of the account.
  /// - Parameter notice: Why this begins once more; nil the first time.
  private func make(_ change: OwnChange, of signedIn: SignedIn, showing notice: Message? = nil) {
    if change == .addKey, accounts.agent == nil { return presenter.announce(.agent(.missing)) }
    let login = Login.email(signedIn.email)
    let signIn = account(of: signedIn).change(change).begin(login, nil)
    transition(to: .challenge(Conversation(signIn, of: login, for: .change(change, signedIn), showing: notice)))
  }

  private func link(_ signedIn: SignedIn) {
    guard let link = account(of: signedIn).link else { return }
    let signIn = link.begin(.email(signedIn.email), nil)
    transition(to: .challenge(Conversation(signIn, of: signedIn.login, for: .link(signedIn))))
  }

  /// Shows the account, or ends with the sign-in. A conversation that failed leads back to where it began.
  private func didEnd(_ conversation: Conversation, with outcome: SignInOutcome) {
    let isSignIn = conversation.signedIn == nil
    let isLastAttempt = isSignIn && accounts.tally.isLast(outcome, of: dependencies.settings.attemptLimit)
    accounts.tally.record(outcome, of: conversation.login, as: conversation.refusal, counts: isSignIn)
    if isSignIn, case .signedIn(let signedIn) = outcome {
      if case .signIn(let remembersEmail) = conversation.purpose {
        didSignIn(signedIn, remembering: remembersEmail)
      } else {
        proceed(signedIn)
      }
      announceLast(of: conversation.notices)
    } else if isLastAttempt {
      end(.refused)
    } else if case .change(let change, let signedIn) = conversation.purpose, conversation.isBlocked(by: outcome) {
      // Users who type the password once more must not type it into the search.
      make(change, of: signedIn, showing: conversation.message(endingWith: outcome))
    } else {
      goBack(from: conversation, showing: conversation.message(endingWith: outcome))
    }
  }

  /// Goes back to where the conversation began.
  private func goBack(from conversation: Conversation, showing message: Message?) {
    switch conversation.purpose {
    case .signIn(let remembersEmail):
      transition(to: .signInAgain(conversation.login, remembersEmail: remembersEmail, message))
    case .unlock: transition(to: .signInAgain(conversation.login, remembersEmail: false, message))
    case .change(_, let signedIn), .link(let signedIn):
      transition(to: .account(signedIn))
      if let message { presenter.announce(message) }
    }
  }

  /// Says the last notice before the end, for which there was no time.
  private func announceLast(of notices: [Message]) {
    switch (notices.last, result) {
    case (.passwordEnds(let days, _), nil): presenter.announce(.passwordEnds(days: days, isChangeable: true))
    case (let notice?, nil): presenter.announce(notice)
    case (let notice?, _): parting = notice.text
    case (nil, _): break
    }
  }

  /// Ends with `result`. Removing the scene also removes what the user typed.
  private func end(_ result: Result) {
    guard self.result == nil else { return }
    self.result = result
    bag = DisposeBag()
    presenter.present(nil)
  }
}

import Identity
import ProgramSupport
import Secrets
import Sentences
import AccountService
import Terminal
import Unix

/// `signin --password-stdin --email E`: one attempt, without a screen. There is no prompt; with `--code-stdin` the
/// second line of standard input answers a question for a code.
@MainActor
enum SignInWithoutScreen {
  static func run(_ options: FormOptions, _ composition: Composition) throws(Failure) {
    let typed = options.email ?? ""
    if !composition.isService, composition.onlyProvider == nil {
      _ = try composition.passwordLogins.login(typed: typed)
    }
    try composition.findAccounts()
    if let provider = composition.onlyProvider {
      throw Failure(
        .stepNeeded,
        translated(
          "People sign in with {provider} here, which takes a person. Leave out --password-stdin.",
          ["provider": Sanitiser.cleaned(provider.title)]))
    }
    let login = try composition.passwordLogins.login(typed: typed)
    let password = try StandardInput.readPassword()
    let code = options.readsCodeFromStandardInput ? try StandardInput.readCode() : nil
    let outcome: SignInOutcome
    do throws(Failure) {
      outcome = try composition.loop.run { () async throws(Failure) in
        try await Self.lead(composition.signIn.begin(login, password), answering: code)
      }
    } catch {
      composition.leave()
      throw error
    }
    if let signedIn = outcome.signedIn { return try composition.handOver(signedIn, options) }
    composition.leave()
    switch outcome {
    case .refused, .cancelled, .passwordLength, .signedIn, .changed, .taken: throw .refused(login)
    case .throttled(let seconds): throw .throttled(seconds: seconds)
    case .disabled: throw .disabled
    case .unavailable(let error): throw Failure(error)
    case .secondStepMissing: throw Failure(.refused, Sentence.secondStepMissing)
    case .passwordExpired: throw Failure(.refused, Sentence.passwordExpired)
    case .unanswered: throw Failure(.stepNeeded, Sentence.furtherStep)
    }
  }

  /// Leads a conversation to its end, or to a question that nothing here answers.
  /// - Throws: Why there is no outcome: the code is missing, or was not taken.
  private static func lead(
    _ conversation: any SignInConversation, answering code: SealedPassword?
  ) async throws(Failure) -> SignInOutcome {
    var unused = code
    var answer = Answer.begin
    while true {
      switch await conversation.next(answer) {
      // A code is asked for behind a right password only, so the email and the password were not wrong.
      case .ended(.refused) where code != nil && unused == nil:
        throw Failure(.refused, translated("The code is wrong."))
      case .ended(let outcome): return outcome
      // A key would wait for a touch that nobody sees asked for.
      case .ask(let question) where question.isForKey:
        guard let method = question.methods.first else { return .unanswered }
        answer = .method(method)
      case .ask(let question):
        guard let id = question.challengeForCode else { return .unanswered }
        guard code != nil else {
          throw Failure(.stepNeeded, translated("Signing in to this account takes a code. Give it with --code-stdin."))
        }
        guard let typed = unused else {
          if let fault = question.fault { throw Failure(.refused, fault.sentence) }
          return .unanswered
        }
        // Only a recovery code can be checked now. A code from the device would be a wrong one.
        if let fault = question.fault, RecoveryCodeDigest(typed: typed, account: 0) == nil {
          throw Failure(.refused, fault.sentence)
        }
        answer = .secret(typed, to: id)
        unused = nil
      case .tell(.passwordEnds(let days)):
        StandardStreams.writeDiagnostic(Sentence.passwordEnds(inDays: days))
        answer = .proceed
      case .tell(.recoveryCodesLeft(let count)):
        StandardStreams.writeDiagnostic(Sentence.recoveryCodesLeft(count))
        answer = .proceed
      case .tell(.quotation), .wait(_, at: nil): answer = .proceed
      case .wait, .tell(.recoveryCodes): return .unanswered
      }
    }
  }
}

extension Question {
  /// The only challenge, if it asks for a code or a recovery code.
  fileprivate var challengeForCode: ChallengeID? {
    guard challenges.count == 1, let challenge = challenges.first else { return nil }
    switch challenge.kind {
    case .code, .recoveryCode: return challenge.id
    case .password, .newPassword, .confirmation, .signature, .newKey, .prompt: return nil
    }
  }

  /// Whether it asks for a signature.
  fileprivate var isForKey: Bool {
    if case .signature? = challenges.first?.kind { true } else { false }
  }
}

extension AnswerFault {
  /// Why the code was not taken.
  fileprivate var sentence: String {
    switch self {
    case .wrong, .unconfirmed, .untouched, .softwareKey, .knownKey: translated("The code is wrong.")
    case .used: Sentence.usedCode
    case .codesLocked: Sentence.codesLocked
    case .codesUnavailable: Sentence.codesUnavailable
    case .violation(let violation): violation.sentence
    }
  }
}

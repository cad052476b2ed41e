import CPam
import CWorker
import Glibc
import Identity
import Secrets
import AccountService
import Messages
import WorkerSide

/// Answers the questions of PAM's modules by those of a person at the other end of the line.
final class Prompter {
  typealias Messages = UnsafeMutablePointer<UnsafePointer<pam_message>?>
  typealias Responses = UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>

  var line: WorkerSocket
  /// When the last answer came, see `signin_worker_now`.
  private(set) var lastAnswer = signin_worker_now()
  private var calls = 0
  private var hasAsked = false

  private static let mostMessages: Int32 = 32
  /// In bytes.
  private static let longestQuotation = 1000
  private static let mostCalls = 64

  init(_ line: WorkerSocket) {
    self.line = line
  }

  /// Takes the messages of one call. Texts are told at once; the prompts become one question.
  func answer(_ count: Int32, _ messages: Messages, _ responses: Responses) -> Int32 {
    calls += 1
    guard (1...Self.mostMessages).contains(count), calls <= Self.mostCalls else { return PAM_CONV_ERR }
    var prompts: [(place: Int, challenge: Challenge)] = []
    for place in 0..<Int(count) {
      guard let message = messages[place]?.pointee else { return PAM_CONV_ERR }
      let words = AttemptSource.cut(message.msg.map { String(cString: $0) } ?? "", to: Self.longestQuotation)
      switch message.msg_style {
      case PAM_PROMPT_ECHO_OFF: prompts.append((place, challenge(place, words, isSecret: true)))
      case PAM_PROMPT_ECHO_ON: prompts.append((place, challenge(place, words, isSecret: false)))
      case PAM_TEXT_INFO: tell(.quotation(words, .information))
      case PAM_ERROR_MSG: tell(.quotation(words, .error))
      default: return PAM_CONV_ERR
      }
    }
    if prompts.count == 1, !hasAsked, case .prompt(let words, isSecret: true) = prompts[0].challenge.kind,
      Self.isPassword(words)
    {
      // The form has asked for it already.
      prompts[0].challenge = Challenge(.password, id: prompts[0].challenge.id)
    }
    hasAsked = hasAsked || !prompts.isEmpty
    guard
      let answers = calloc(Int(count), MemoryLayout<pam_response>.stride)?
        .bindMemory(to: pam_response.self, capacity: Int(count))
    else { return PAM_BUF_ERR }
    while !prompts.isEmpty {
      let (id, text) = line.answer(to: prompts.map(\.challenge))
      lastAnswer = signin_worker_now()
      if let index = prompts.firstIndex(where: { $0.challenge.id == id }) {
        answers[prompts[index].place].resp = text.copied()
        prompts.remove(at: index)
      }
      text.wipe()
    }
    responses.pointee = answers
    return PAM_SUCCESS
  }

  private func challenge(_ place: Int, _ words: String, isSecret: Bool) -> Challenge {
    Challenge(.prompt(words, isSecret: isSecret), id: ChallengeID(UInt16(place + 1)))
  }

  private func tell(_ notice: Notice) {
    guard case .proceed = line.request(after: .tell(notice)) else { exit(0) }
  }

  /// Whether a module asks in the words of pam_unix.
  private static func isPassword(_ words: String) -> Bool {
    var words = words[...]
    while let last = words.last, last == " " || last == ":" { words.removeLast() }
    return words == "Password"
  }
}

extension GuardedText {
  /// A copy for libpam, which wipes and frees it. It ends with the process at the latest.
  fileprivate func copied() -> UnsafeMutablePointer<CChar>? {
    withUTF8 { bytes in
      let copy = malloc(bytes.count + 1)?.bindMemory(to: CChar.self, capacity: bytes.count + 1)
      guard let copy else { return nil }
      for (place, byte) in bytes.enumerated() { copy[place] = CChar(bitPattern: byte) }
      copy[bytes.count] = 0
      return copy
    }
  }
}

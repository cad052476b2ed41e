import Identity
import Sentences
import SignIn
import Terminal

/// The words above the fields of a step.
struct ChallengePreface {
  private let notices: [String]
  private let explanation: String?
  private let offer: CodeOffer?
  private let codes: [String]
  private let keys: KeyList
  /// The sentence about the time limit; nil without a limit. While there is nothing to say it is empty and keeps its row,
  /// so that nothing moves later.
  private let limit: String?

  init(_ words: ChallengeWords, _ outputs: any ChallengeViewModelOutputs, secondsLeft: Int?) {
    notices = outputs.notices.map(\.text)
    explanation = words.explanation
    offer = outputs.step.offer
    codes = outputs.step.recoveryCodes
    keys = KeyList(keys: outputs.keys, otherCount: outputs.otherKeyCount)
    if case .ask(let question) = outputs.step, question.timeLimit != nil {
      limit = secondsLeft.map { translated("Answer within {seconds} s.", ["seconds": String($0)]) } ?? ""
    } else {
      limit = nil
    }
  }

  func lines(_ room: FormPreface.Room) -> [TextField.Caption] {
    let (columns, isPictureShown) = (room.columns, room.isPictureShown)
    func line(_ text: String, _ role: Theme.Role = .text) -> [TextField.Caption] {
      wrapped(text, columns: columns).map { TextField.Caption(text: $0, role: role) }
    }
    let blank = [TextField.Caption(text: "", role: .text)]
    var lines = (notices + [explanation].compactMap { $0 }).flatMap { line($0) }
    if let offer {
      // Beside a picture there are many rows.
      let gap = isPictureShown ? blank : []
      lines += line(Self.howTo(isPictureShown: isPictureShown)) + gap + line(offer.secret, .title) + gap
      if room.isTall, let address = offer.address {
        lines += line(translated("Or paste this address into it:"))
        lines += line(Sanitiser.cleaned(address), .hint) + blank
      }
      lines += line(translated("Then enter the code that it shows."))
    }
    if !codes.isEmpty { lines += blank + Self.rows(codes, columns).map { TextField.Caption(text: $0, role: .title) } }
    let used = lines.count + (limit == nil ? 0 : 1)
    lines += keys.rows(room, behind: used).map { TextField.Caption(text: $0, role: .title) }
    if let limit { lines += limit.isEmpty ? blank : line(limit, .hint) }
    return lines
  }

  private static func howTo(isPictureShown: Bool) -> String {
    isPictureShown
      ? translated("Scan this QR code with an authenticator app, or type this secret into it:")
      : translated("Type this secret into an authenticator app:")
  }

  /// Returns the codes in two columns, if they fit.
  private static func rows(_ codes: [String], _ columns: Int) -> [String] {
    let width = codes.map { TextWidth.columns(of: $0) }.max() ?? 0
    guard let gap = [4, 2].first(where: { 2 * width + $0 <= columns }) else { return codes }
    let half = (codes.count + 1) / 2
    return codes.prefix(half).enumerated().map { index, code in
      guard half + index < codes.count else { return code }
      return code + String(repeating: " ", count: width - TextWidth.columns(of: code) + gap) + codes[half + index]
    }
  }
}

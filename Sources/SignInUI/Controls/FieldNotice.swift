/// What a field has to tell of what somebody has just done, until the next key.
enum FieldNotice: Hashable {
  case pasted(Paste.Report)
  /// There was no room for a key or a paste; the limit is in bytes.
  case full(limit: Int)
  case pasteTooLong(limit: Int)

  var sentence: String {
    switch self {
    case .pasted(let report): report.sentence
    case .full(let limit):
      translated("The field is full: at most {limit} bytes fit in here.", ["limit": String(limit)])
    case .pasteTooLong(let limit):
      translated("Paste refused: at most {limit} bytes fit in here.", ["limit": String(limit)])
    }
  }
}

extension Paste.Report {
  fileprivate var sentence: String {
    var parts = [
      counted(characters, one: "Pasted 1 character", many: "Pasted {count} characters")
    ]
    if lineEnds > 0 { parts.append(counted(lineEnds, one: "line end removed", many: "{count} line ends removed")) }
    if controls > 0 {
      parts.append(counted(controls, one: "control byte removed", many: "{count} control bytes removed"))
    }
    return parts.joined(separator: ", ")
  }

  private func counted(_ count: Int, one: String, many: String) -> String {
    translated(count == 1 ? one : many, ["count": String(count)])
  }
}

import Sentences

/// A field's answer to the last key or paste, shown until the next key.
enum FieldNotice: Hashable {
  case pasted(Paste.Report)
  /// A key or a paste did not fit; the limit is in bytes.
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
    var parts = [translated(counting: characters, "Pasted {count} character", "Pasted {count} characters")]
    if lineEnds > 0 {
      parts.append(
        lineEnds == 1
          ? translated("line end removed")
          : translated(counting: lineEnds, "{count} line end removed", "{count} line ends removed"))
    }
    if controls > 0 {
      parts.append(
        controls == 1
          ? translated("control byte removed")
          : translated(counting: controls, "{count} control byte removed", "{count} control bytes removed"))
    }
    return parts.joined(separator: translated(", "))
  }
}

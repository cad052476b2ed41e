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
      translated("The field is full: the limit is {limit} bytes.", ["limit": String(limit)])
    case .pasteTooLong(let limit):
      translated("Too long to paste: the limit is {limit} bytes.", ["limit": String(limit)])
    }
  }
}

extension Paste.Report {
  fileprivate var sentence: String {
    var parts = [translated(counting: characters, "Pasted {count} character", "Pasted {count} characters")]
    if lineEnds > 0 {
      parts.append(translated(counting: lineEnds, "{count} line break removed", "{count} line breaks removed"))
    }
    if controls > 0 {
      parts.append(
        translated(counting: controls, "{count} control character removed", "{count} control characters removed"))
    }
    return parts.joined(separator: translated(", "))
  }
}

public import Identity

extension EmailFault {
  /// Names the fault, behind the sentence that the email isn't valid.
  public var sentence: String {
    switch self {
    case .blank: translated("There is a blank in it.")
    case .invisible(let scalar):
      translated("There is an invisible character in it: {code}.", ["code": scalar.code])
    case .severalAts: translated("It has more than one @.")
    case .noAt: translated("It has no @.")
    case .noDomain: translated("Nothing is after the @.")
    case .noDot: translated("There is no dot after the @.")
    case .noName: translated("Nothing is before the @.")
    case .characterInName(let scalar):
      translated("“{character}” can't be before the @.", ["character": scalar.shown])
    case .characterInDomain(let scalar):
      translated("“{character}” can't be after the @.", ["character": scalar.shown])
    case .dot: translated("A dot is in the wrong place.")
    case .hyphen: translated("A hyphen is in the wrong place.")
    case .tooLong: translated("It is too long.")
    case .numbers: translated("A domain can't be all numbers.")
    case .domain: translated("There can't be such a domain.")
    }
  }
}

extension Unicode.Scalar {
  /// The character itself, or its code if it would change its neighbours or show nothing.
  fileprivate var shown: String {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol,
      .otherSymbol:
      String(self)
    default: code
    }
  }

  /// The number of the character, as Unicode writes it: `U+200B`.
  fileprivate var code: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

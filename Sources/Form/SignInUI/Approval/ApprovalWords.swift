import Identity
import Sentences
import SignIn
import Terminal

/// The words of the wait for an approval elsewhere. The screen and the dialogue share them.
struct ApprovalWords {
  let title: String
  let provider: String
  let address: String
  let code: String

  init(_ outputs: any ApprovalViewModelOutputs) {
    provider = Sanitiser.cleaned(outputs.title)
    title =
      switch outputs.purpose {
      case .signIn: translated("Sign in with {provider}", ["provider": provider])
      case .unlock: translated("Unlock with {provider}", ["provider": provider])
      case .change, .link: translated("Confirm with {provider}", ["provider": provider])
      }
    address = Sanitiser.cleaned(outputs.address)
    code = Sanitiser.cleaned(outputs.code)
  }

  /// What to do.
  /// - Parameters:
  ///   - isPictureShown: Whether a QR code is beside the words.
  ///   - isCodeInPicture: Whether that code has the code in it.
  func howTo(isPictureShown: Bool, isCodeInPicture: Bool) -> String {
    if !isPictureShown { return translated("Open this address on any device, and enter the code:") }
    return isCodeInPicture
      ? translated("Scan the QR code, and compare the code. Or open this address, and enter it:")
      : translated("Scan the QR code or open this address, and enter the code:")
  }

  /// The warning against codes that others have sent (RFC 8628, 5.4).
  var warning: String { translated("Only continue if you started this sign-in.") }

  /// How long the code is good, as a sentence.
  static func timeLeft(_ time: ApprovalTime) -> String {
    switch time {
    case .minutes(let count): translated("The code is good for {minutes} min.", ["minutes": String(count)])
    case .seconds(let count): translated("The code is good for {seconds} s.", ["seconds": String(count)])
    case .over: translated("The code has ended. Getting a new one.")
    }
  }
}

import Identity
import ProgramSupport
import Secrets
import Sentences
import Administration

/// The result of a sign-in for a script: the line that `--print` writes.
struct SignInResult {
  let signedIn: SignedIn

  /// - Returns: The line; nil if the value does not exist, such as a token without a session.
  func line(_ print: SignInOptions.Print?) -> String? {
    switch print {
    case nil: translated("Signed in as {email}", ["email": signedIn.email.text])
    case .email: signedIn.email.text
    case .token: signedIn.token?.base64URL
    case .json: json
    }
  }

  private var json: String? {
    guard let session = signedIn.session, let token = signedIn.token else { return nil }
    let line: JSONLine = [
      "email": .string(signedIn.email.text), "session": .string(session.id.text), "token": .string(token.base64URL),
      "expires": .string(session.expires.iso8601),
    ]
    return line.text
  }
}

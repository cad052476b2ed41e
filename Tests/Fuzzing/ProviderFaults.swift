import Foundation
import Secrets

@testable import OpenID

/// The rules for the JSON of a provider: another reader takes it too, and understands the same.
enum ProviderFaults {
  private static let names = ["iss", "sub", "aud", "email", "keys", "kid", "exp", "", "é"]

  static func of(_ bytes: [UInt8]) -> String? {
    guard let secret = SecretBytes(copying: bytes), let json = JSON(secret) else { return nil }
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      // Numbers that a Double can't hold.
      return bytes.contains { "eE".utf8.contains($0) } ? nil : "another reader refuses it"
    }
    for name in names {
      guard json.has(name) == (object[name] != nil) else { return "the field \(name)" }
      guard json[name]?.text == object[name] as? String else { return "the text of \(name)" }
      guard json[name]?.elements?.count == (object[name] as? [Any])?.count else { return "the elements of \(name)" }
    }
    return nil
  }
}

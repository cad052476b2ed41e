import Foundation
import TestSupport
import Testing

@testable import SSHKeys

@Suite("A signature by an SSH key")
struct KeySignatureTests {
  private static let namespace = "test@signin"
  private static let message = Array("a message".utf8)

  @Test("that ssh-keygen makes is valid here", arguments: ["ed25519", "ecdsa"])
  func bySSHKeygen(type: String) async throws {
    // given
    let home = try Sandbox()
    let path = home.path("key")
    #expect(try await home.run("ssh-keygen", ["-q", "-t", type, "-N", "", "-f", path]).ending == .exited(0))
    // when
    let signed = try await home.run(
      "ssh-keygen", ["-q", "-Y", "sign", "-n", Self.namespace, "-f", path], input: .text("a message"))
    // then
    let signature = try KeySignature(blob: Self.unarmoured(signed.output))
    #expect(signature.key == (try PublicKeyLine(home.contents(of: "key.pub")).key))
    #expect(signature.device == nil)
    #expect(signature.isValid(for: Self.message, namespace: Self.namespace))
    #expect(signature.blob == Self.unarmoured(signed.output))
    #expect(!signature.isValid(for: Self.message, namespace: "file"))
    #expect(!signature.isValid(for: Self.message + [0], namespace: Self.namespace))
  }

  @Test("as our tests make them is valid to ssh-keygen", arguments: PublicKey.Kind.allCases)
  func toSSHKeygen(kind: PublicKey.Kind) async throws {
    // given
    let home = try Sandbox()
    let key = try SecurityKey(kind)
    let signature = try key.signature(of: Self.message, namespace: Self.namespace)
    // when
    try Self.armoured(signature.blob).write(toFile: home.path("sig"), atomically: false, encoding: .utf8)
    try ("ann " + PublicKeyLine(key.publicKey, name: "").text + "\n")
      .write(toFile: home.path("signers"), atomically: false, encoding: .utf8)
    let verified = try await home.run(
      "ssh-keygen",
      ["-Y", "verify", "-n", Self.namespace, "-f", home.path("signers"), "-I", "ann", "-s", home.path("sig")],
      input: .text("a message"))
    // then
    #expect(verified.ending == .exited(0), "\(verified.errors)\(verified.output)")
    #expect(signature.isValid(for: Self.message, namespace: Self.namespace))
    #expect(try KeySignature(blob: signature.blob) == signature)
  }

  @Test("says what the device reported, which nobody can change")
  func device() throws {
    for kind in [PublicKey.Kind.securityKeyEd25519, .securityKeyP256] {
      let key = try SecurityKey(kind)
      let untouched = try key.signature(of: Self.message, namespace: Self.namespace, flags: 0, counter: 9)
      #expect(untouched.isValid(for: Self.message, namespace: Self.namespace))
      #expect(untouched.device?.isTouched == false)
      #expect(untouched.device?.counter == 9)
      let verified = try key.signature(of: Self.message, namespace: Self.namespace, flags: 5)
      #expect(verified.device?.isTouched == true)
      #expect(verified.device?.isUserVerified == true)
      // The flags and the counter are the last five bytes.
      for place in 1...5 {
        var blob = untouched.blob
        blob[blob.count - place] ^= 1
        #expect(try !KeySignature(blob: blob).isValid(for: Self.message, namespace: Self.namespace))
      }
    }
  }

  @Test("by another key is invalid, whatever key it names", arguments: PublicKey.Kind.allCases)
  func otherKey(kind: PublicKey.Kind) throws {
    let (key, other) = (try SecurityKey(kind), try SecurityKey(kind))
    let raw = other.sign(KeySignature.bytesToSign(Self.message, namespace: Self.namespace))
    let signature = try KeySignature(key.publicKey, agentReturned: raw, namespace: Self.namespace)
    #expect(!signature.isValid(for: Self.message, namespace: Self.namespace))
  }

  @Test("with any bit changed is malformed or invalid", arguments: PublicKey.Kind.allCases)
  func changedBits(kind: PublicKey.Kind) throws {
    let blob = try SecurityKey(kind).signature(of: Self.message, namespace: Self.namespace).blob
    for place in blob.indices {
      for bit in 0..<8 {
        var changed = blob
        changed[place] ^= 1 << UInt8(bit)
        guard let signature = try? KeySignature(blob: changed) else { continue }
        #expect(!signature.isValid(for: Self.message, namespace: Self.namespace), "\(place) \(bit)")
      }
    }
  }

  @Test("with a byte too few or too many is malformed", arguments: PublicKey.Kind.allCases)
  func otherLengths(kind: PublicKey.Kind) throws {
    let blob = try SecurityKey(kind).signature(of: Self.message, namespace: Self.namespace).blob
    for count in blob.indices {
      #expect(throws: KeyFault.self) { try KeySignature(blob: Array(blob.prefix(count))) }
    }
    #expect(throws: KeyFault.malformed) { try KeySignature(blob: blob + [0]) }
    #expect(throws: KeyFault.malformed) { try KeySignature(blob: Array(repeating: 255, count: 1_000_000)) }
  }

  /// The bytes in the armour of a file.
  private static func unarmoured(_ text: String) -> [UInt8] {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return Data(base64Encoded: lines.joined()).map { Array($0) } ?? []
  }

  private static func armoured(_ blob: [UInt8]) -> String {
    var rest = Data(blob).base64EncodedString()[...]
    var text = "-----BEGIN SSH SIGNATURE-----\n"
    while !rest.isEmpty {
      text += rest.prefix(70) + "\n"
      rest = rest.dropFirst(70)
    }
    return text + "-----END SSH SIGNATURE-----\n"
  }
}

import TestSupport
import Testing

@testable import SSHKeys

@Suite("A public key")
struct PublicKeyTests {
  @Test("of each kind is read as ssh-keygen writes it, with its fingerprint", arguments: ["ed25519", "ecdsa"])
  func ofFile(type: String) async throws {
    // given
    let home = try Sandbox()
    let path = home.path("key")
    #expect(
      try await home.run("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", "ann at home", "-f", path]).ending
        == .exited(0))
    // when
    let line = try PublicKeyLine(try home.contents(of: "key.pub"))
    // then
    #expect(line.name == "ann at home")
    #expect(line.text + "\n" == (try home.contents(of: "key.pub")))
    let listed = try await home.run("ssh-keygen", ["-l", "-f", path + ".pub"]).output
    #expect(listed.contains(" \(line.key.fingerprint) "))
    #expect(!line.key.kind.isSecurityKey)
  }

  @Test(
    "of a security key is read by ssh-keygen as by us",
    arguments: [PublicKey.Kind.securityKeyEd25519, .securityKeyP256])
  func ofSecurityKey(kind: PublicKey.Kind) async throws {
    let home = try Sandbox()
    let key = try SecurityKey(kind).publicKey
    let line = PublicKeyLine(key, name: "key ring")
    let listed = try await home.run("ssh-keygen", ["-l", "-f", "-"], input: .text(line.text + "\n")).output
    #expect(listed.hasPrefix("256 \(key.fingerprint) key ring ("))
    #expect(try PublicKeyLine(line.text) == line)
  }

  @Test(
    "of RSA, DSA, a longer curve or a certificate is refused by its kind",
    arguments: ["rsa", "dsa", "ecdsa-384", "cert"])
  func otherKinds(type: String) async throws {
    let home = try Sandbox()
    let path = home.path("key")
    let options = type == "ecdsa-384" ? ["-t", "ecdsa", "-b", "384"] : ["-t", type == "cert" ? "ed25519" : type]
    #expect(try await home.run("ssh-keygen", ["-q", "-N", "", "-f", path] + options).ending == .exited(0))
    if type == "cert" {
      let signed = try await home.run("ssh-keygen", ["-q", "-s", path, "-I", "ann", path + ".pub"])
      #expect(signed.ending == .exited(0))
    }
    let text = try home.contents(of: type == "cert" ? "key-cert.pub" : "key.pub")
    #expect(throws: KeyFault.unsupportedKind) { try PublicKeyLine(text) }
  }

  @Test("of a security key for the web is refused")
  func otherApplication() throws {
    #expect(throws: KeyFault.otherApplication) { try SecurityKey(application: "https://example.org") }
    #expect(throws: KeyFault.otherApplication) { try SecurityKey(.securityKeyP256, application: "") }
    _ = try SecurityKey(application: "ssh:ann")
  }

  @Test("with a byte too few, too many, or another, is no key or another one")
  func malformed() throws {
    for kind in PublicKey.Kind.allCases {
      let key = try SecurityKey(kind).publicKey
      for count in 0..<key.blob.count {
        #expect(throws: KeyFault.self) { try PublicKey(blob: Array(key.blob.prefix(count))) }
      }
      #expect(throws: KeyFault.malformed) { try PublicKey(blob: key.blob + [0]) }
    }
  }

  @Test("whose point is not on the curve is refused")
  func offCurve() throws {
    var blob = try SecurityKey(.p256).publicKey.blob
    blob[blob.count - 1] ^= 1
    #expect(throws: KeyFault.malformed) { try PublicKey(blob: blob) }
  }

  @Test("in a file of two keys, with options, of another kind than its key, or none, is refused")
  func lines() throws {
    let line = try PublicKeyLine(SecurityKey(.ed25519).publicKey, name: "").text
    #expect(try PublicKeyLine("# mine\n\n  \(line)  \n").key.kind == .ed25519)
    for text in [
      "", "#", line + "\n" + line, "cert-authority " + line, "ssh-ed25519", "ssh-ed25519 AAAA",
      line.replacing("ssh-ed25519 ", with: "ecdsa-sha2-nistp256 "), line.dropLast() + "é", line + "=",
    ] {
      #expect(throws: KeyFault.self, "\(text)") { try PublicKeyLine(String(text)) }
    }
  }
}

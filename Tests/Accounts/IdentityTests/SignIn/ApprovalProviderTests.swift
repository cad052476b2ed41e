import Identity
import TestSupport
import Testing

@Suite("A provider at which people approve")
struct ApprovalProviderTests {
  private let provider = ApprovalProvider(name: "oidc-corp", title: "Corp", domains: ["corp.example", "b.example"])

  @Test("knows the people of its domains, and of no domain below or beside them")
  func domains() {
    for text in ["ada@corp.example", "ada@B.example"] { #expect(provider.routes(email(text))) }
    for text in ["ada@x.corp.example", "ada@mycorp.example", "ada@corp.example.org"] {
      #expect(!provider.routes(email(text)))
    }
  }

  @Test("proves somebody who typed an email, or nobody's name")
  func login() throws {
    let hinted = try #require(provider.login(hinting: email("ada@corp.example")))
    let anyone = try #require(provider.login())
    #expect(hinted.typed == "ada@corp.example" && anyone.typed == "")
    guard case .name(let name) = hinted, case .name(let nobody) = anyone else {
      Issue.record("These are no names.")
      return
    }
    #expect(!name.isAnyone && nobody.isAnyone)
    #expect(name.provider == "oidc-corp" && nobody.provider == "oidc-corp")
    #expect(Login.email(email("ada@corp.example")).typed == "ada@corp.example")
  }
}

import Identity
import AccountService
import Messages
import ServiceTestSupport

extension WorkerTests {
  /// A form whose name the worker of the page is about to prove.
  func proven(_ fixture: ServerFixture) async throws -> TestClient {
    let form = try await TestClient.welcomed(fixture)
    let number = try form.begin(name: "ada", "correct horse")
    _ = await form.reply()
    form.send(.proceed, number)
    return form
  }

  func signedIn(_ form: TestClient) async throws -> EmailAddress {
    let reply = await form.reply()
    guard case .ended(.signedIn(let email, _, _)) = reply else { throw ServiceFixture.Unexpected(reply) }
    return email
  }
}

extension Reply {
  /// Whether it asks something.
  var isQuestion: Bool { if case .ask = self { true } else { false } }
}

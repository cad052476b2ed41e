import AccountService
import CWorker
import Curl
import Glibc
import Identity
import Messages
import OpenID
import OpenIDSettings
import Secrets
import WorkerSide

/// The conversation with the server: who is to be proven, the page where they approve, and what came of it.
struct Conversation {
  private let settings: SettingsSource
  private let network: CurlClient

  init(_ settings: SettingsSource, over network: CurlClient) {
    self.settings = settings
    self.network = network
  }

  /// Proves somebody, and ends. It ends at once when the server closes the socket: the person has left.
  func run() -> Never {
    guard var socket = WorkerSocket(inherited: 3) else { explain(2, 64) }
    guard signin_worker_end_with(3) == 0 else { exit(71) }
    guard case .hello = socket.request() else { exit(0) }
    guard case .begin(let begin) = socket.request(after: .worker(version: .current)),
      case .name(let name) = begin.login,
      name.provider.hasPrefix(OpenIDProvider.prefix)
    else { exit(0) }
    let table = String(name.provider.dropFirst(OpenIDProvider.prefix.count))
    let provider: OpenIDProvider
    do throws(SettingsSource.Problem) {
      provider = try settings.provider(table)
    } catch {
      AdministratorLog.write(error, of: table)
      socket.send(.failed(.misconfigured))
      exit(0)
    }
    do throws(OpenIDFault) {
      let person = try prove(provider, &socket)
      socket.send(
        .proven(
          id: person.id, name: person.name, email: person.email.flatMap { EmailAddress($0) },
          secondStep: person.hasSecondStep ? true : nil))
    } catch {
      AdministratorLog.write(error, of: table)
      socket.send(.failed(error.reason))
    }
    exit(0)
  }

  private func prove(_ provider: OpenIDProvider, _ socket: inout WorkerSocket) throws(OpenIDFault) -> Person {
    let secret: SecretBytes?
    do throws(ClientSecret.Problem) {
      secret = try ClientSecret.read(of: provider)
    } catch {
      throw OpenIDFault(.misconfigured, .settings, error.rawValue)
    }
    let login = DeviceLogin(at: provider, secret: secret, over: network, SystemClock())
    return try login.run { code throws(OpenIDFault) in
      guard let page = ApprovalPage(code, title: provider.title) else {
        throw OpenIDFault(.misconfigured, .device, "page")
      }
      // The answer comes at once, and the next word is this program's.
      guard case .proceed = socket.request(after: .wait(.approval, page: page)) else { exit(0) }
    }
  }
}

extension ApprovalPage {
  /// The page of a code. Without the complete address, where that is too long.
  fileprivate init?(_ code: DeviceCode, title: String?) {
    let whole = ApprovalPage(
      title: title, address: code.address, completeAddress: code.completeAddress, code: code.userCode,
      timeLimit: code.lifetime)
    guard
      let page = whole
        ?? ApprovalPage(title: title, address: code.address, code: code.userCode, timeLimit: code.lifetime)
    else { return nil }
    self = page
  }
}

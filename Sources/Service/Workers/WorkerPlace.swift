import Identity
import Unix
import Messages

/// Where a provider's workers are: a socket, if there is one, or an executable.
public struct WorkerPlace: Sendable {
  /// The path of the executable; nil if there is none.
  public var program: String?
  /// The path of the socket, which need not be there.
  public var socket: String
  /// The arguments of the executable.
  public var arguments: [String]

  /// The places of a provider as they are installed: its socket below `/run`, and `signin-NAME` beside this program. All
  /// providers `oidc-…` have one.
  /// - Parameter arguments: Those of the program.
  public init(of provider: String, arguments: [String] = []) {
    let name = Subject.program(of: provider)
    self.init(
      program: Installation.program(named: "signin-" + name), socket: Installation.workerSocket(name),
      arguments: arguments)
  }

  /// These places.
  public init(program: String?, socket: String, arguments: [String] = []) {
    self.arguments = arguments
    self.program = program
    self.socket = socket
  }
}

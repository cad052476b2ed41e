package import Programs
import Sentences

/// The options of `signin serve`, which units give, and rarely people.
package struct ServeOptions {
  /// The places of a service that runs without a service manager.
  struct Places {
    /// The socket for forms; nil for the machine's.
    var listen: String?
    /// The socket for administrators; nil for the machine's, or for none if the other one is chosen.
    var admin: String?
    /// The folder of the store.
    var state: String?
  }

  /// The settings file of `--config`.
  private(set) var config: String?
  private(set) var places = Places()
  /// Whether to explain them, and no more.
  package private(set) var showsHelp = false

  /// - Parameter arguments: The command line behind `serve`.
  package init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": showsHelp = true
      case "--config": config = try Self.value(of: argument, "FILE", &rest)
      case "--listen": places.listen = try Self.value(of: argument, "PATH", &rest)
      case "--admin": places.admin = try Self.value(of: argument, "PATH", &rest)
      case "--state": places.state = try Self.value(of: argument, "FOLDER", &rest)
      default:
        throw Failure(.usage, UsageMistake.noOption(argument, among: Self.known).sentence)
      }
    }
  }

  /// How to start the service.
  package static var help: String {
    "signin serve [--config FILE] [--listen PATH] [--admin PATH] [--state FOLDER]\n\n"
      + translated("The service that keeps a machine's accounts; see signin-serve(8).")
  }

  private static let known = ["--config", "--listen", "--admin", "--state", "--help"]

  private static func value(
    of option: String, _ placeholder: String, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let value = rest.popFirst() else {
      throw Failure(.usage, UsageMistake.valueMissing(option: option, value: placeholder).sentence)
    }
    return value
  }
}

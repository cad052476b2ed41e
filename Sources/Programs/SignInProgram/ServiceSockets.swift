import Administration
import Glibc
import ProgramSupport
import Sentences
import Unix

/// The sockets of a service: those of its units, or its own.
struct ServiceSockets {
  private(set) var signIn: ListeningSocket
  private(set) var administration: ListeningSocket?

  /// Where administrators connect, unless an option says otherwise. Its group is that of the folder's maker; a unit can
  /// give it another one.
  private static let machineAdmin = "/run/signin/admin.sock"

  init(_ manager: ServiceManager, _ serve: ServeCommand) throws(Failure) {
    if manager.sockets.isEmpty {
      try self.init(own: serve)
    } else {
      try self.init(passed: manager.sockets)
    }
  }

  /// Without an option they are the machine's; there is none for administrators if only the other one is chosen.
  private init(own serve: ServeCommand) throws(Failure) {
    // First, so that whoever finds the one for forms finds it, too.
    if let path = serve.admin ?? (serve.listen == nil ? Self.machineAdmin : nil) {
      administration = try Self.listen(at: path, mode: 0o660)
    }
    signIn = try Self.listen(at: serve.listen ?? StoreAddress.machineSocket, mode: 0o666)
  }

  /// A socket without a name is the one for forms.
  private init(passed sockets: [(name: String, descriptor: Int32)]) throws(Failure) {
    var (signIn, administration): (ListeningSocket?, ListeningSocket?)
    for (name, descriptor) in sockets {
      guard let socket = ListeningSocket(inherited: descriptor) else {
        throw Failure(
          .configuration,
          translated(
            "The socket named “{name}” doesn't listen. Set ListenSequentialPacket=PATH in its unit.",
            ["name": name]))
      }
      switch name {
      case "", "sign-in", "unknown": signIn = socket
      case "administration": administration = socket
      default:
        throw Failure(
          .configuration,
          translated(
            "No socket may be named “{name}”. Set FileDescriptorName=sign-in or administration in its unit.",
            ["name": name]))
      }
    }
    guard let signIn else {
      throw Failure(.configuration, translated("No socket is named sign-in. Set FileDescriptorName=sign-in in a unit."))
    }
    (self.signIn, self.administration) = (signIn, administration)
  }

  private static func listen(at path: String, mode: UInt32) throws(Failure) -> ListeningSocket {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    guard path.hasPrefix("/") else {
      throw Failure(.usage, translated("“{path}” isn't the path of a socket. It must begin with /.", ["path": path]))
    }
    // Only its last part: /run is there on every machine.
    if ProcessUser.isRoot { mkdir(folder, 0o755) }
    guard try isTrusted(folder, for: path) else {
      throw Failure(
        .configuration,
        translated("Other users could change {folder}. Use a folder that only root can change.", ["folder": folder]))
    }
    do throws(SystemError) {
      return try ListeningSocket(at: path, mode: mode)
    } catch {
      throw .cannotListen(at: path, error)
    }
  }

  /// Whether no other user could put a socket there, and be sent passwords.
  private static func isTrusted(_ folder: String, for path: String) throws(Failure) -> Bool {
    do throws(PathWalk.Stop) {
      return try PathWalk(toFolder: folder).risk == nil
    } catch {
      throw .cannotListen(at: path, SystemError(number: error.errorNumber))
    }
  }
}

extension Failure {
  fileprivate static func cannotListen(at path: String, _ error: SystemError) -> Failure {
    Failure(.unavailable, translated("Can't listen at {path}: {error}.", ["path": path, "error": error.cause]))
  }
}

extension Service {
  /// Becomes the owner of the state folder, because a service has no use for root's rights.
  static func becomeOwner(of folder: String) throws(Failure) {
    do throws(ProcessUser.Problem) {
      try ProcessUser.become(ownerOf: folder)
    } catch {
      switch error {
      case .noFolder:
        throw Failure(
          .configuration,
          translated(
            "{folder} isn't a folder. Create it for a user of its own; signin then runs as that user.",
            ["folder": folder]))
      case .folderOfRoot:
        throw Failure(
          .configuration,
          translated(
            "signin doesn't serve as root. Give {folder} to a user and a group of its own; signin then runs as them.",
            ["folder": folder]))
      case .refused(let error):
        throw Failure(
          .unavailable,
          translated("Can't become the owner of {folder}: {error}.", ["folder": folder, "error": error.cause]))
      }
    }
  }
}

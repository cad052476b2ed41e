import CVisitors
import Glibc
import Identity
import AccountService
import Messages

/// A running service, with a folder of its own.
final class Service {
  /// Something did not go as it should, so nothing was measured.
  struct Failed: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  let folder: String
  let socket: String
  private let process: pid_t

  /// Starts the service.
  /// - Parameters:
  ///   - program: Its program, for the engine of its store.
  ///   - settings: More lines of its settings.
  init(_ program: String, settings: String) throws {
    var template = Array("/tmp/service-benchmark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failed("no folder") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    // Other users come to its socket.
    chmod(folder, 0o711)
    mkdir(folder + "/lib", 0o700)
    // The service runs as their owner, a user that no machine has.
    chown(folder + "/lib", 54_321, 54_321)
    socket = folder + "/signin.sock"
    let file = fopen(folder + "/service.toml", "w")
    fputs("sign-up = \"on\"\n" + settings, file)
    fclose(file)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let arguments = [
      program, "serve", "--config", folder + "/service.toml", "--state", folder + "/lib", "--listen", socket,
      "--admin", folder + "/admin.sock",
    ]
    let argv = arguments.map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    var child: pid_t = 0
    guard posix_spawn(&child, program, &actions, nil, argv, environ) == 0 else { throw Failed("no \(program)") }
    process = child
    for _ in 0..<500 {
      if access(socket, F_OK) == 0 { return }
      usleep(10_000)
    }
    throw Failed("\(program) does not listen")
  }

  deinit {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
    for part in [folder + "/lib", folder] {
      for name in Self.names(in: part) { unlink(part + "/" + name) }
      rmdir(part)
    }
  }

  /// The file of its accounts.
  var store: String { folder + "/lib/signin.db" }

  /// The resident memory, in KiB.
  var memory: Double { Self.sum("VmRSS:", in: ["/proc/\(process)/status"]) }

  /// How often any of its threads was woken so far.
  var wakeUps: Double {
    let tasks = "/proc/\(process)/task/"
    return Self.sum("voluntary_ctxt_switches:", in: Self.names(in: tasks).map { tasks + $0 + "/status" })
  }

  /// A form of a user that the service has welcomed.
  func form(of uid: UInt32, as person: String) throws -> Form {
    let connection = visitors_connect(socket, uid)
    guard connection >= 0, let person = EmailAddress(stored: person) else {
      throw Failed("no connection, error \(errno)")
    }
    let form = Form(SeqpacketSocket(descriptor: connection), person)
    guard form.isWelcome() else { throw Failed("not welcome") }
    return form
  }

  private static func sum(_ field: String, in paths: [String]) -> Double {
    var sum = 0.0
    for path in paths {
      guard let file = fopen(path, "r") else { continue }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 512)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard text.hasPrefix(field) else { continue }
        sum += text.dropFirst(field.count).split { !$0.isNumber }.first.flatMap { Double($0) } ?? 0
      }
    }
    return sum
  }

  private static func names(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

import Glibc
import Measure

/// A store with one account, in a folder that is removed with this object.
final class Store {
  /// The store could not be created.
  struct NotMade: Error, CustomStringConvertible {
    var description: String { "signin account add did not work" }
  }

  private let folder: String

  static let email = "ada@lovelace.example"
  static let password = "correct horse"

  /// The value for `--store`.
  var url: String { "sqlite:\(folder)/signin.db" }

  /// The value of XDG_STATE_HOME with which the form remembers the account's email.
  var stateFolder: String { folder + "/state" }

  /// The hash of the account's password.
  func hash() throws -> String {
    try ProgramRun("sqlite3", ["\(folder)/signin.db", "SELECT hash FROM account"]).firstLine
  }

  /// A file for the words of a program.
  var log: String { folder + "/log" }

  /// The token of a new session of the account.
  func token(_ signin: String) throws -> String {
    try ProgramRun(
      signin, ["--store", url, "--email", Self.email, "--password-stdin", "--print", "token"],
      input: Self.password + "\n"
    ).firstLine
  }

  /// Lets the measured program create the store.
  init(by signin: String) throws {
    var template = Array("/tmp/form-benchmark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NotMade() }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    setenv("SIGNIN_STORE", url, 1)
    guard let input = popen("'\(signin)' account add \(Self.email) --password-stdin >/dev/null", "w") else {
      throw NotMade()
    }
    fputs(Self.password + "\n", input)
    guard pclose(input) == 0 else { throw NotMade() }
    mkdir(stateFolder, 0o700)
    mkdir(stateFolder + "/signin", 0o700)
    guard let remembered = fopen(stateFolder + "/signin/email", "w") else { throw NotMade() }
    fputs(Self.email + "\n", remembered)
    fclose(remembered)
  }

  deinit {
    for name in ["signin.db", "signin.db-wal", "signin.db-shm", "state/signin/email"] { unlink("\(folder)/\(name)") }
    for name in ["state/signin", "state"] { rmdir("\(folder)/\(name)") }
    rmdir(folder)
  }
}

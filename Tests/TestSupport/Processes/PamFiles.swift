import Foundation

/// `signin` in a folder of a sandbox, with a `signin-pam` beside it that knows one user, by pam_wrapper's pam_matrix.
public struct PamFiles {
  /// The name of the user.
  public static let name = "bob"

  private let folder: String
  /// The copy of the program.
  public var signin: String { folder + "/signin" }
  /// The worker beside it.
  public var worker: String { folder + "/signin-pam" }

  /// - Parameter password: The user's, without a colon.
  public init(in sandbox: Sandbox, knowing password: String) throws {
    folder = sandbox.path("pam")
    let matrix = "required /usr/lib/\(Self.machine)-linux-gnu/pam_wrapper/pam_matrix.so passdb=\(folder)/passdb\n"
    // LD_BIND_NOW, as the release is linked. Otherwise the loader saves registers on the stack at the first call of a function,
    // and with them the end of a password.
    let script = """
      #!/bin/sh
      export LD_BIND_NOW=1
      export LD_PRELOAD=libpam_wrapper.so PAM_WRAPPER=1 PAM_WRAPPER_SERVICE_DIR=\(folder)/svc
      exec \(Pty.product("signin-pam")) --service matrix
      """
    try FileManager.default.createDirectory(atPath: folder + "/svc", withIntermediateDirectories: true)
    for (name, text) in [
      "passdb": "\(Self.name):\(password):matrix\n", "svc/matrix": "auth \(matrix)account \(matrix)",
    ] {
      try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
    }
    try Sandbox.write(script: script, to: worker)
    try Sandbox.copy(program: Sandbox.signin, to: signin)
    // The service's user starts the worker.
    for path in [folder, folder + "/svc", signin] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  /// The processor, as Debian names the folders of its libraries.
  public static var machine: String {
    #if arch(x86_64)
      "x86_64"
    #else
      "aarch64"
    #endif
  }
}

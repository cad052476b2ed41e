import Foundation

extension Sandbox {
  /// The completions of all shells, as `make install` makes them: once for all tests.
  private static let completions = Task {
    let sandbox = try Sandbox()
    let folder = sandbox.path("completions")
    _ = try await sandbox.run(Packaged.path(of: "completions/generate"), [Sandbox.signin, folder])
    // zsh finds a function by the name of its file.
    try FileManager.default.moveItem(atPath: folder + "/zsh", toPath: folder + "/_signin")
    return sandbox
  }

  /// The path of the completions of `shell`.
  public func completions(_ shell: String) async throws -> String {
    try await Self.completions.value.path("completions/" + (shell == "zsh" ? "_signin" : shell))
  }
}

import Foundation

extension Sandbox {
  /// Makes the completions of all shells, as `make install` does, and returns the path of the one of `shell`.
  public func completions(_ shell: String) async throws -> String {
    let folder = path("completions")
    _ = try await run(Packaged.path(of: "completions/generate"), [Sandbox.signin, folder])
    guard shell == "zsh" else { return folder + "/" + shell }
    // zsh finds a function by the name of its file.
    let file = folder + "/_signin"
    try Data(contentsOf: URL(filePath: folder + "/zsh")).write(to: URL(filePath: file))
    return file
  }
}

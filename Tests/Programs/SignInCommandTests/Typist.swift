import Foundation
import TestSupport

/// Types what a reader of a page types.
struct Typist {
  /// Finds `signin` as a user's shell does.
  let path: [String: String?] = [
    "PATH": URL(filePath: Sandbox.signin).deletingLastPathComponent().path() + ":"
      + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
  ]

  /// Waits for the form, and signs the account of ``StoreFixture`` in.
  func signIn(in tmux: Tmux) async throws {
    try await tmux.wait(for: "e.g. ada@example.com")
    try await tmux.type(StoreFixture.email + "\t")
    try await tmux.submit(StoreFixture.password)
  }
}

import Foundation
import TestSupport
import Testing

/// People who approve their sign-in on another device, at a service of its own user.
@Suite(
  "An approval elsewhere, at a service", .fewAtOnce,
  .enabled("only root can own the folders of a service") { geteuid() == 0 })
struct ApprovalAtServiceTests {
  private let sandbox: Sandbox
  private let files: ApprovalFiles

  init() throws {
    sandbox = try Sandbox()
    files = try ApprovalFiles(in: sandbox)
  }

  private func service() throws -> PlayedService {
    try PlayedService(
      settings: ServiceWithClient.quick + "sign-up = \"on\"\naccounts = \"oidc-corp\"\n" + ApprovalFiles.settings,
      in: sandbox, program: files.signin)
  }

  private func form(at service: PlayedService) async throws -> Tmux {
    _ = try await service.form(of: 1001)
    return try await Tmux(
      [files.signin], in: sandbox, columns: 120, environment: ["SIGNIN_STORE": "service:" + service.socket])
  }

  @Test func `The form learns of the provider from the service, and the person is signed in`() async throws {
    let service = try service()
    let tmux = try await form(at: service)
    try await tmux.wait(for: "Sign in with Example Corp")
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    try files.happen(.approve)
    try await tmux.wait(for: "ada@corp.example")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
    service.program.send(signal: SIGTERM)
    #expect(try await service.program.finish().ending == .exited(0))
  }

  @Test func `A restart ends the wait with a reason, and the next one works`() async throws {
    let service = try service()
    let tmux = try await form(at: service)
    try await tmux.wait(for: "Sign in with Example Corp")
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    service.program.send(signal: SIGKILL)
    _ = try await service.program.finish()
    try await tmux.wait(for: "try again")
    try service.startAgain()
    _ = try await service.form(of: 1001)
    try await tmux.press("Enter")
    try await tmux.wait(for: "WDJB-MJH1")
    try files.happen(.approve)
    try await tmux.wait(for: "ada@corp.example")
  }
}

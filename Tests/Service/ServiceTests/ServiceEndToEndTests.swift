import Foundation
import Identity
import TestSupport
import Testing
import AccountService
import Messages

@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct ServiceEndToEndTests {
  @Test(.tags(.serviceKeepsAccounts))
  func `Forms of different users sign in at one service, which is neither of them nor root`() async throws {
    // given
    let service = try PlayedService()
    let ada = try await service.welcomed(1001)
    guard case .signedIn(_, .some, isNew: true)? = await ada.converse(.signUp, "correct horse", wantsSession: true)
    else {
      Issue.record("The sign-up failed.")
      return
    }
    let other = try await service.welcomed(1002)
    #expect(await other.converse(.signIn, "battery staple") == .refused(blockedFor: nil, isNew: false))
    // then the log has the users that the kernel knows
    guard case .rows(let rows)? = await ada.answer(to: .page(AttemptSearch(""), before: nil)) else {
      Issue.record("There are no rows.")
      return
    }
    #expect(Set(rows.filter { $0.outcome == .signedIn }.map(\.source.uid)) == [1001])
    #expect(rows.filter { $0.outcome == .refused }.map(\.source.uid) == [1002])
    // and the store is the service's alone
    let status = try String(contentsOfFile: "/proc/\(service.program.id)/status", encoding: .utf8)
    for line in ["Uid", "Gid"] {
      let ids = Array(repeating: "\(PlayedService.user)", count: 4).joined(separator: "\t")
      #expect(status.contains("\(line):\t\(ids)\n"))
    }
    #expect(status.contains("Groups:\t \n"))
    let file = try FileManager.default.attributesOfItem(atPath: service.store)
    #expect(file[.ownerAccountID] as? Int == Int(PlayedService.user))
    #expect(file[.posixPermissions] as? Int == 0o600)
    // and its socket is for everybody, the other one for administrators
    let modes = try ["signin", "admin"].map { name in
      try FileManager.default.attributesOfItem(atPath: service.sandbox.path("run/\(name).sock"))[.posixPermissions]
        as? Int
    }
    #expect(modes == [0o666, 0o660])
    service.program.send(signal: SIGTERM)
    #expect(try await service.program.finish().ending == .exited(0))
  }

  @Test(arguments: [1, 3]) func `As many hashes are under way at once as hash.parallel says`(count: Int) async throws {
    // given
    let service = try PlayedService(settings: "hash = { memory-kib = 65536, passes = 20, parallel = \(count) }\n")
    var forms: [ServiceWithClient] = []
    for uid: UInt32 in 1001...1004 {
      forms.append(try await service.welcomed(uid, as: email("user\(uid)@example.com")))
    }
    // when
    for form in forms { form.begin(.signIn, ["correct horse"]) }
    // then the others are told their places
    var places: [Int] = []
    for form in forms {
      while case .queued(let place)? = await form.reply() { places.append(place) }
    }
    #expect(places.max() == forms.count - count)
  }

  @Test func `Nobody signs up unless the settings say so`() async throws {
    let service = try PlayedService(settings: ServiceWithClient.quick)
    let form = try await service.form(of: 1001)
    guard case .welcome(let welcome)? = await form.hello() else {
      Issue.record("There was no welcome.")
      return
    }
    #expect(welcome.signUp == nil)
  }

  @Test(.tags(.serviceKeepsAccounts)) func `Neither a person's file nor the environment changes a service`()
    async throws
  {
    let service = try PlayedService(
      settings: ServiceWithClient.quick, environment: ["SIGNIN_STORE": "sqlite:/nowhere/at/all"])
    let folder = service.sandbox.path("config/signin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "sign-up = \"on\"\n".write(toFile: folder + "/service.toml", atomically: true, encoding: .utf8)
    _ = try await service.welcomed(1001)
    service.program.send(signal: SIGHUP)
    let isReloaded = await eventually {
      guard let form = try? await service.form(of: 1001), case .welcome(let welcome)? = await form.hello() else {
        return false
      }
      return welcome.signUp == nil
    }
    #expect(isReloaded)
  }

  @Test func `A service manager passes the socket, and the service makes none`() async throws {
    // given
    let service = try PlayedService { _, socket in
      [
        "systemd-socket-activate", "--seqpacket", "-l", socket, "--fdname=sign-in", "setpriv",
        "--reuid=\(PlayedService.user)", "--regid=\(PlayedService.user)", "--clear-groups",
      ]
    }
    #expect(await eventually { chmod(service.socket, 0o666) == 0 })
    // when
    let form = try await service.welcomed(1001)
    // then
    guard case .signedIn(_, nil, isNew: true)? = await form.converse(.signUp, "correct horse") else {
      Issue.record("The sign-up failed.")
      return
    }
    let file = try FileManager.default.attributesOfItem(atPath: service.store)
    #expect(file[.ownerAccountID] as? Int == Int(PlayedService.user))
    #expect(file[.posixPermissions] as? Int == 0o600)
  }

  @Test(.tags(.serviceKeepsAccounts)) func `It does not serve as root`() async throws {
    let sandbox = try Sandbox()
    let finished = try await sandbox.run(
      ["serve", "--listen", sandbox.path("s"), "--state", sandbox.directory])
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains("signin doesn't serve as root."))
  }

  @Test func `A mistake in the settings keeps it from starting, with file and line`() async throws {
    let service = try PlayedService(settings: "\nsign-up = 7\n")
    let finished = try await service.program.finish()
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains("service.toml, line 2"))
  }

  @Test(.enabled(if: geteuid() == 0, "other users need root"))
  func `SIGHUP brings the ranges of subordinate users that /etc/subuid has now`() async throws {
    // given a machine of its own, without ranges, and a user with as many connections as one person has
    let sandbox = try Sandbox()
    let etc = sandbox.path("etc")
    let copied = try await sandbox.run("cp", ["-a", "/etc", etc])
    #expect(copied.ending == .exited(0))
    try "".write(toFile: etc + "/subuid", atomically: false, encoding: .utf8)
    let service = try PlayedService(
      in: sandbox,
      under: [
        "unshare", "-m", "--propagation", "private", "sh", "-c", "mount --bind \(etc) /etc && exec \"$@\"", "sh",
      ])
    var forms: [ServiceWithClient] = []
    for _ in 0..<16 { forms.append(try await service.welcomed(1001)) }
    // then a subordinate user is somebody else
    forms.append(try await service.welcomed(200_001))
    // when the file says whose it is
    try "1001:200000:65536\n".write(toFile: etc + "/subuid", atomically: false, encoding: .utf8)
    service.program.send(signal: SIGHUP)
    // then their connections count together
    let isCounted = await eventually {
      guard let form = service.connected(200_002) else { return false }
      return await form.hello() == .unavailable(.busy)
    }
    #expect(isCounted)
    #expect(forms.count == 17)
  }

  @Test func `SIGHUP names the changed settings that wait for a restart`() async throws {
    let service = try PlayedService(settings: ServiceWithClient.quick)
    _ = try await service.welcomed(1001)
    try (ServiceWithClient.quick + "log = \"syslog\"\nactivity.days = 30\npassword.least = 9\n").write(
      toFile: service.sandbox.path("service.toml"), atomically: true, encoding: .utf8)
    service.program.send(signal: SIGHUP)
    #expect(
      try await eventually {
        let form = try await service.form(of: 1001)
        guard case .welcome(let welcome)? = await form.hello() else { return false }
        return welcome.newLengths == 9...20
      })
    service.program.send(signal: SIGTERM)
    let log = try await service.program.finish().errors
    #expect(log.contains("signin: reloaded restart-for=\"activity.days, log\"\n"), "\(log)")
  }

  @Test func `SIGHUP brings other rules to new forms, and a mistake keeps those in force`() async throws {
    // given
    let service = try PlayedService(settings: ServiceWithClient.quick)
    let early = try await service.welcomed(1001)
    func change(to settings: String) throws {
      try settings.write(toFile: service.sandbox.path("service.toml"), atomically: true, encoding: .utf8)
      service.program.send(signal: SIGHUP)
    }
    func rules() async throws -> Welcome? {
      let form = try await service.form(of: 1001)
      if case .welcome(let welcome)? = await form.hello() { return welcome }
      return nil
    }
    // when
    try change(to: ServiceWithClient.quick + "sign-up = \"on\"\npassword.least = 9\n")
    // then
    #expect(try await eventually { try await rules()?.newLengths == 9...20 })
    #expect(await early.converse(.signUp, "correct horse") == nil)
    // when
    try change(to: "password.least = \"many\"\n")
    // then
    #expect(try await rules()?.newLengths == 9...20)
    service.program.send(signal: SIGTERM)
    let finished = try await service.program.finish()
    #expect(finished.errors.contains("signin: settings-mistake reason=\""))
    #expect(finished.errors.contains("line 1"))
  }
}

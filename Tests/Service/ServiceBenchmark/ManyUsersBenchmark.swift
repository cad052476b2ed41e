import Glibc
import Measure
import AccountService
import Messages

/// Many users of one service.
enum ManyUsersBenchmark {
  static func measure(_ programs: Programs, into budgets: inout Budgets) throws {
    try measureOpenForms(programs, into: &budgets)
    try measureManyAtOnce(programs, into: &budgets)
    try measureEndlessly(programs, into: &budgets)
  }

  /// 1,000 forms that only wait.
  private static func measureOpenForms(_ programs: Programs, into budgets: inout Budgets) throws {
    let service = try Service(programs.signin, settings: Programs.cheapHash)
    // The first ones also pay for what all share.
    var forms = try (0..<20).map { try service.form(of: UInt32(2000 + $0), as: "user\($0)@example.com") }
    _ = wakeUpsOnceIdle(service)
    let before = service.memory
    forms += try (0..<1000).map { try service.form(of: UInt32(3000 + $0 / 16), as: "user\($0)@example.com") }
    let wakeUps = wakeUpsOnceIdle(service)
    let each = (service.memory - before) / 1000
    budgets.add("memory of each of 1,000 open forms, KiB", each, atMost: 16)
    budgets.add("wake-ups in an idle second, with 1,000 open forms", wakeUps, atMost: 0)
    withExtendedLifetime(forms) {}
  }

  /// The wake-ups in a second. The last forms may still be connecting, so this waits up to 20 s for a second without any.
  private static func wakeUpsOnceIdle(_ service: Service) -> Double {
    var wakeUps = 0.0
    for _ in 0..<20 {
      let before = service.wakeUps
      usleep(1_000_000)
      wakeUps = service.wakeUps - before
      if wakeUps == 0 { break }
    }
    return wakeUps
  }

  /// 100 submits of 50 users at the same moment. Then 5 of one user, and one of each of 50 others.
  private static func measureManyAtOnce(_ programs: Programs, into budgets: inout Budgets) throws {
    let service = try Service(programs.signin, settings: "")
    var forms = try (0..<100).map { try service.form(of: UInt32(4000 + $0 % 50), as: "user\($0)@example.com") }
    guard Form.signIns(of: forms, .signUp).count == 100 else { throw Service.Failed("some were not let in") }
    let rate = try programs.hashesPerSecond(try programs.hash(in: service.store))
    let ends = Form.signIns(of: forms)
    budgets.add("of 100 right submits at once, those that were refused", Double(100 - ends.count), atMost: 0)
    budgets.add(
      "the last of them, times the bare hashes on all cores",
      (ends.last?.milliseconds ?? .nan) / (100_000 / rate), atMost: 1.1)

    // As many of one user as the service takes, before those of the others. 51 users share the cores.
    forms = try (0..<55).map { try service.form(of: $0 < 5 ? 5000 : UInt32(5001 + $0), as: "user\($0)@example.com") }
    let others = Form.signIns(of: forms).filter { $0.form >= 5 }
    budgets.add(
      "50 users beside one with 5 submits: the longest wait, times the users' fair share",
      others.count == 50 ? (others.last?.milliseconds ?? .nan) / (51_000 / rate) : .nan, atMost: 2)
  }

  /// 16 users who sign in again and again, with the cheapest hash.
  private static func measureEndlessly(_ programs: Programs, into budgets: inout Budgets) throws {
    let service = try Service(programs.signin, settings: Programs.cheapHash)
    let forms = try (0..<16).map { try service.form(of: UInt32(6000 + $0), as: "user\($0)@example.com") }
    guard Form.signIns(of: forms, .signUp).count == 16 else { throw Service.Failed("some were not let in") }
    let rate = try programs.hashesPerSecond(try programs.hash(in: service.store))
    var rests = forms.map { _ in 20 }
    let start = ContinuousClock.now
    for form in forms { form.begin(.signIn, Programs.password) }
    Form.wait(for: forms) { index in
      rests[index] -= 1
      if rests[index] > 0 { forms[index].begin(.signIn, Programs.password) }
      return rests[index] > 0
    }
    guard rests.allSatisfy({ $0 == 0 }) else { throw Service.Failed("some were not let in") }
    let signIns = Double(16 * 20) / ((ContinuousClock.now - start) / .seconds(1))
    var table = Table("16 users at once, the cheapest hash", "a second")
    table.add("sign-ins at the service", text(signIns))
    table.add("bare hashes, on all cores", text(rate))
    table.print()
    budgets.add("sign-ins a second, times the bare hashes", signIns / rate, notBelow: 0.75)
  }
}

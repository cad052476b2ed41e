import Measure
import AccountService
import Messages

/// One program at a time, in turns with the one that does only what must be done.
enum SingleUserBenchmark {
  static func measure(_ programs: Programs, into budgets: inout Budgets) throws {
    let service = try Service(programs.signin, settings: "")
    let onPostgreSQL = try Service(
      programs.signin + "-postgresql", settings: "store = \"\(programs.database)\"\n")
    let stores = [
      ("a store of its own", "sqlite:\(service.folder)/own.db"), ("a service", "service:\(service.socket)"),
      ("a service on PostgreSQL", "service:\(onPostgreSQL.socket)"),
    ]
    let email = "ada@example.com"
    let account = ["account", "add", email, "--password-stdin", "--store", stores[0].1]
    _ = try ProgramRun(programs.signin, account, input: Programs.password + "\n")
    for service in [service, onPostgreSQL] {
      let form = try service.form(of: 0, as: email)
      guard Form.signIns(of: [form], .signUp).count == 1 else { throw Service.Failed("some were not let in") }
    }
    let hash = try programs.hash(in: service.store)

    var table = Table("", "signin, ms", "alone, ms", "times", "page faults", "alone")
    func add(_ what: String, _ limit: Double, _ ours: [ProgramRun], _ theirs: [ProgramRun]) {
      let times = zip(ours, theirs).map { $0.milliseconds / $1.milliseconds }
      table.add(
        what, ours.map(\.milliseconds).spread(), theirs.map(\.milliseconds).spread(), times.spread(digits: 2),
        text(ours.map(\.faults).median, digits: 0), text(theirs.map(\.faults).median, digits: 0))
      budgets.add(what, times.median, atMost: limit)
    }
    for (name, store) in stores {
      var (ours, bare): ([ProgramRun], [ProgramRun]) = ([], [])
      for _ in 0..<25 {
        let arguments = ["--password-stdin", "--email", email, "--store", store]
        ours.append(try ProgramRun(programs.signin, arguments, input: Programs.password + "\n"))
        bare.append(try ProgramRun(programs.bareHash, [hash], input: Programs.password + "\n"))
      }
      add("sign-in on standard input at \(name), times the bare hash", 1.2, ours, bare)
    }

    let arguments = ["--password-stdin", "--email", email, "--print", "token", "--store", stores[1].1]
    let token = try ProgramRun(programs.signin, arguments, input: Programs.password + "\n").firstLine
    // All tokens are looked up by a digest, so any row costs the same.
    let query = "SELECT account.email FROM session JOIN account ON account.id = session.account WHERE digest = x'00'"
    var (ours, theirs): ([ProgramRun], [ProgramRun]) = ([], [])
    for _ in 0..<100 {
      ours.append(try ProgramRun(programs.signin, ["session", "verify", "--store", stores[1].1], input: token + "\n"))
      theirs.append(try ProgramRun("sqlite3", [service.store, query]))
    }
    add("session verify at a service, times sqlite3", 5.2, ours, theirs)
    table.print()
  }
}

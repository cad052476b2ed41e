import Testing

/// To change the programs on purpose, change the item's line in `Inventory.txt`: append `# gone: REASON` or
/// `# renamed NEW NAME: REASON`, or add a line that ends in `# new: REASON`.
@Suite("What users and scripts rely on is still there, or named in the inventory with its reason")
struct InventoryTests {
  let inventory: Inventory

  init() throws {
    inventory = try Inventory.load()
  }

  private func compare(_ found: Set<String>, _ kind: String) {
    let present = inventory.present(kind)
    for name in present.subtracting(found).sorted() { Issue.record("\(kind) \(name) is missing.") }
    for name in found.subtracting(present).sorted() { Issue.record("\(kind) \(name) isn't in the inventory.") }
  }

  @Test("Subcommands and options are those that the programs' help names")
  func commandLine() async throws {
    let found = try await Found.commandLine()
    compare(found.subcommands, "subcommand")
    compare(found.options.union(try Found.serviceOptions()), "option")
    for option in inventory.present("internal") { #expect(try Found.isInSources(option), "internal \(option)") }
  }

  @Test("Settings, exit statuses and outcomes are those of the code")
  func values() {
    compare(Found.settings(), "setting")
    compare(Found.statuses(), "status")
    compare(Found.outcomes(), "outcome")
  }

  @Test("Environment variables are those that the man pages explain and the code reads")
  func variables() throws {
    compare(try Found.variables(), "variable")
  }

  @Test("Keys do in each scene what they did")
  func keys() async {
    compare(await Found.keys(), "key")
  }

  @Test("JSON has the same members")
  func fields() throws {
    compare(try Found.fields(), "field")
  }

  @Test("No line of cd7efc5 has been removed: what is gone keeps its line, with the reason")
  func complete() {
    #expect(inventory.items.count { $0.state != .new } == 370)
    #expect(Set(inventory.items.map { "\($0.kind) \($0.name)" }).count == inventory.items.count)
  }

  @Test("A renamed, gone, new or malformed line is told apart")
  func control() throws {
    let table = try Inventory(
      """
      # A comment.
      option signin --a
      option signin --b  # renamed signin --c: the trade calls it so
      option signin --d  # gone: nobody used it
      option signin --e  # new: issue 40
      """)
    #expect(table.present("option") == ["signin --a", "signin --c", "signin --e"])
    #expect(throws: Inventory.Malformed.self) { try Inventory("setting") }
  }
}

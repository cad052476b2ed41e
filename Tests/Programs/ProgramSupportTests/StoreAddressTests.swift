import TOML
import Testing

@testable import ProgramSupport
@testable import Settings

@Suite struct StoreAddressTests {
  private func settings(_ store: String, from origin: SettingOrigin = .option) throws -> Settings {
    try Settings.checked([SettingChoice(setting: .store, value: .string(store), origin: origin)])
  }

  @Test(arguments: [
    "postgresql://db.example/signin", "postgres://db.example:5433/signin?sslmode=verify-full", "postgresql:///signin",
    "postgresql://signin@db.example/signin", "postgresql://[2001:db8::1]:5433/signin", "service=signin",
    "service=signin application_name=signin", "postgresql://a.example:5432,b.example:5432/signin",
  ])
  func `A database in PostgreSQL is a store`(_ text: String) throws {
    let settings = try settings(text)
    #expect(try settings.storeAddress == .postgreSQL(place: text))
    #expect(try settings.database == text)
    #expect(try settings.storeAddress.url == text)
  }

  @Test(arguments: ["postgresql:/signin", "PostgreSQL://db.example/signin", "services=signin", "host=db.example"])
  func `Other texts are no database`(_ text: String) throws {
    #expect(throws: Failure.self) { try settings(text).storeAddress }
  }

  @Test(arguments: [
    "postgresql://signin:secret@db.example/signin", "postgres://signin:@db.example/signin",
    "postgresql://signin:se?cret@db.example", "postgresql://db.example/signin?password=secret",
    "service=signin password=secret", "service=signin password = secret", "service=signin sslpassword=secret",
  ])
  func `A password in the name of a store is refused, and not repeated`(_ text: String) throws {
    let failure = #expect(throws: Failure.self) { try settings(text) }
    #expect(failure?.status == .configuration)
    #expect(failure?.sentence.hasPrefix("Remove the password from the name of the store") == true)
    #expect(failure?.sentence.contains("secret") == false)
  }

  @Test func `Each server refuses the other one's store, and says who keeps it`() throws {
    let inFile = #expect(throws: Failure.self) { try settings("service=signin").storePath }
    #expect(inFile?.sentence.hasPrefix("Accounts in PostgreSQL are kept by signin-postgresql.") == true)
    let inDatabase = #expect(throws: Failure.self) { try settings("sqlite:/x.db").database }
    #expect(inDatabase?.sentence.hasPrefix("Accounts in a file are kept by signin.") == true)
    #expect(inFile?.status == .configuration && inDatabase?.status == .configuration)
  }

  @Test(arguments: [
    SettingOrigin.systemFile(path: "/etc/signin/service.toml"), .systemFile(path: "/etc/signin/config.toml"),
    .givenFile(path: "/srv/gate.toml"),
  ])
  func `A database in an administrator's file is for the service, and people ask the service`(
    _ file: SettingOrigin
  ) throws {
    let machine = try settings("service=signin", from: file)
    #expect(try machine.storeAddress == .service(socket: StoreAddress.machineSocket))
    #expect(try machine.database == "service=signin")
    let own = try settings("service=signin", from: .userFile(path: "/home/ada/.config/signin/config.toml"))
    #expect(try own.storeAddress == .postgreSQL(place: "service=signin"))
  }

  @Test func `The key of a store of many machines is in the service's folder, or where the settings say`() throws {
    var settings = try settings("service=signin")
    #expect(try settings.sharedKeyPath(in: "/var/lib/signin") == "/var/lib/signin/postgresql.key")
    settings.sealingKey = "/srv/signin/key"
    #expect(try settings.sharedKeyPath(in: "/var/lib/signin") == "/srv/signin/key")
  }
}

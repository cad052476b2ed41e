// swift-tools-version: 6.2
// The manifest is the architecture: targets are in dependency order, and import only the targets listed here.
// `--explicit-target-dependency-import-check error` enforces it.
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
let mainActor = strict + [.defaultIsolation(MainActor.self)]

// glibc's checked functions, where the compiler knows the sizes. They need an optimising compiler.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

// A program contains all code, that of the C libraries too, and is loaded at random addresses. See
// Decisions/0089. -Qunused-arguments: clang would warn that -static-pie overrides the driver's -pie.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(
    ["-Xclang-linker", "-static-pie", "-Xclang-linker", "-Qunused-arguments"], .when(configuration: .release))
]

// The toolchain's own linker, for all programs and tests.
let lld: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]

/// The folder of a C library.
func c(_ name: String) -> String { "Sources/System/C/\(name)" }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "signin",
  products: [
    .executable(name: "signin", targets: ["SignInCommand"]),
    .executable(name: "signin-postgresql", targets: ["SignInPostgreSQL"]),
    .executable(name: "signin-pam", targets: ["SignInPam"]),
    .executable(name: "signin-oidc", targets: ["SignInOIDC"]),
    .library(name: "Signals", targets: ["Signals"]),
  ],
  // Exact versions, because Package.resolved is not kept (see .gitignore). `make outdated` lists newer ones.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // System: C libraries, each in one target with a commented shim; the operating system; text in the terminal's cells.
    .systemLibrary(name: "CSodium", path: c("CSodium"), providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CSQLite", path: c("CSQLite"), providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCrypt", path: c("CCrypt"), providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(name: "CUtf8proc", path: c("CUtf8proc"), providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CIDN2", path: c("CIDN2"), providers: [.apt(["libidn2-dev", "libunistring-dev"])]),
    .systemLibrary(name: "COath", path: c("COath"), providers: [.apt(["liboath-dev"])]),
    .systemLibrary(name: "CQRCode", path: c("CQRCode"), providers: [.apt(["libqrcodegen-dev"])]),
    .systemLibrary(name: "CPostgreSQL", path: c("CPostgreSQL"), providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CCjose", path: c("CCjose"), providers: [.apt(["libcjose-dev"])]),
    .systemLibrary(name: "CGettext", path: c("CGettext")),
    .target(name: "CNcurses", path: c("CNcurses"), cSettings: fortified),
    .target(name: "CUnix", path: c("CUnix"), cSettings: fortified),
    .target(name: "CProcess", path: c("CProcess"), cSettings: fortified),
    .target(name: "CPam", path: c("CPam"), cSettings: fortified),
    .target(name: "CWorker", path: c("CWorker"), cSettings: fortified),
    .target(name: "CWiping", path: c("CWiping"), cSettings: fortified),
    .target(name: "CCurl", path: c("CCurl"), cSettings: fortified),
    .target(name: "CHogweed", path: c("CHogweed"), cSettings: fortified),
    .target(
      name: "Unix", dependencies: ["CUnix"], path: "Sources/System/Unix", swiftSettings: strict, linkerSettings: lld),
    .target(name: "Text", dependencies: ["CUtf8proc"], path: "Sources/System/Text", swiftSettings: strict),
    .target(name: "TOML", path: "Sources/System/TOML", swiftSettings: strict),
    .target(
      name: "Resources", path: "Resources/Embedded",
      resources: [.embedInCode("Themes"), .embedInCode("Passwords")],
      swiftSettings: strict),

    // Accounts: the domain, its secrets, its sentences in the user's language, and its stores.
    .target(
      name: "Secrets", dependencies: ["Text", "CSodium", "CUtf8proc", "CCrypt"], path: "Sources/Accounts/Secrets",
      swiftSettings: strict),
    .target(
      name: "SSHKeys", dependencies: ["Secrets", "CSodium", "CHogweed"], path: "Sources/Accounts/SSHKeys",
      swiftSettings: strict),
    .target(
      name: "Identity", dependencies: ["Secrets", "SSHKeys", "CIDN2", "COath", "CQRCode"],
      path: "Sources/Accounts/Identity",
      swiftSettings: strict),
    .target(
      name: "Sentences", dependencies: ["Identity", "Secrets", "CGettext"], path: "Sources/Accounts/Sentences",
      swiftSettings: strict),
    .target(name: "SQLite", dependencies: ["CSQLite"], path: "Sources/Accounts/SQLite", swiftSettings: strict),
    .target(
      name: "Store", dependencies: ["Identity", "SSHKeys", "Secrets", "Unix"], path: "Sources/Accounts/Store",
      swiftSettings: strict),
    .target(
      name: "SQLiteStore", dependencies: ["Identity", "Secrets", "CSQLite", "SQLite", "Store", "Unix"],
      path: "Sources/Accounts/SQLiteStore", swiftSettings: strict),
    .target(
      name: "PostgreSQLStore", dependencies: ["Identity", "Secrets", "CPostgreSQL", "Store", "Unix"],
      path: "Sources/Accounts/PostgreSQLStore", swiftSettings: strict),

    // What a form asks of its accounts, and who may ask it: the same in the form's process and at a service.
    .target(
      name: "AccountService", dependencies: ["Identity", "SSHKeys", "Secrets", "Unix"],
      path: "Sources/Accounts/AccountService",
      swiftSettings: strict),

    // Service: the messages between a form and a service, workers that prove names, and the server.
    .target(
      name: "Messages", dependencies: ["AccountService", "Identity", "Secrets", "Text", "Unix"],
      path: "Sources/Service/Messages", swiftSettings: strict),
    .target(
      name: "WorkerSide", dependencies: ["AccountService", "Identity", "Secrets", "Messages"],
      path: "Sources/Service/WorkerSide", swiftSettings: strict),
    .target(
      name: "Workers", dependencies: ["AccountService", "Identity", "Secrets", "Unix", "Messages"],
      path: "Sources/Service/Workers", swiftSettings: strict),
    .target(
      name: "Server", dependencies: ["AccountService", "Identity", "Secrets", "Unix", "Messages"],
      path: "Sources/Service/Server", swiftSettings: strict),

    // Company login: the providers of a settings file, the rules of OpenID Connect and of its device login, and the network.
    .target(
      name: "OpenIDSettings", dependencies: ["Identity", "TOML"], path: "Sources/Service/OpenIDSettings",
      swiftSettings: strict),
    .target(
      name: "OpenID", dependencies: ["OpenIDSettings", "Identity", "Secrets", "Text", "CCjose"],
      path: "Sources/Service/OpenID", swiftSettings: strict),
    .target(
      name: "Curl", dependencies: ["OpenID", "Identity", "Secrets", "CCurl"], path: "Sources/Service/Curl",
      swiftSettings: strict),

    // Form: the signal layer, view models, the terminal, and the views that join them.
    .target(name: "Signals", path: "Sources/Form/Signals", exclude: ["README.md"], swiftSettings: mainActor),
    .target(
      name: "SSHAgent", dependencies: ["SSHKeys", "Unix"], path: "Sources/Form/SSHAgent", swiftSettings: mainActor),
    .target(
      name: "SignIn", dependencies: ["Signals", "Identity", "SSHKeys", "Secrets"],
      path: "Sources/Form/SignIn",
      swiftSettings: mainActor),
    .target(
      name: "Terminal", dependencies: ["Text", "Unix", "CNcurses"], path: "Sources/Form/Terminal",
      swiftSettings: mainActor),
    .target(
      name: "SignInUI",
      dependencies: [
        "SignIn", "Signals", "Identity", "SSHKeys", "Secrets", "Sentences", "Unix", "Terminal", "Resources",
      ],
      path: "Sources/Form/SignInUI", swiftSettings: mainActor),

    // Programs, and what they have in common.
    .target(
      name: "ProgramSupport",
      dependencies: ["Unix", "Secrets", "Identity", "Sentences", "Terminal", "CProcess"],
      path: "Sources/Programs/ProgramSupport", swiftSettings: strict),
    .target(
      name: "Settings",
      dependencies: [
        "ProgramSupport", "Unix", "Identity", "Sentences", "Terminal", "SignInUI", "TOML", "OpenIDSettings",
      ],
      path: "Sources/Programs/Settings", swiftSettings: strict),
    .target(
      name: "Administration",
      dependencies: [
        "Unix", "Secrets", "SSHKeys", "Identity", "Sentences", "AccountService", "Messages", "Terminal",
        "SignInUI",
        "SQLiteStore", "Store", "Resources", "ProgramSupport", "Settings", argumentParser,
      ],
      path: "Sources/Programs/Administration", swiftSettings: strict),
    .target(
      name: "SignInProgram",
      dependencies: [
        "Signals", "Unix", "Secrets", "Identity", "Sentences", "AccountService", "Messages", "Workers", "Server",
        "SQLiteStore", "Store", "SSHKeys", "SSHAgent", "SignIn", "Terminal", "SignInUI", "Resources",
        "ProgramSupport",
        "Settings",
        "Administration",
      ],
      path: "Sources/Programs/SignInProgram", swiftSettings: strict),
    .executableTarget(
      name: "SignInCommand", dependencies: ["ProgramSupport", "Settings", "SignInProgram"],
      path: "Sources/Programs/signin",
      swiftSettings: strict, linkerSettings: selfContained),
    // The same program, for accounts in PostgreSQL. It is not static, because libpq loads libraries while it runs.
    .executableTarget(
      name: "SignInPostgreSQL",
      dependencies: [
        "Identity", "Secrets", "Sentences", "PostgreSQLStore", "Store", "SQLiteStore", "ProgramSupport", "Settings",
        "Administration",
        "SignInProgram",
      ],
      path: "Sources/Programs/signin-postgresql", swiftSettings: strict),
    // A worker for PAM, whose modules are libraries that are loaded while it runs. It is not static either.
    .executableTarget(
      name: "SignInPam",
      dependencies: [
        "Unix", "Secrets", "Identity", "AccountService", "Messages", "WorkerSide", "CWorker", "CPam",
      ],
      path: "Sources/Programs/signin-pam", swiftSettings: strict),
    // A worker for providers of OpenID Connect. It is not static, because their certificates are checked by a library that
    // gets fixes of its own.
    .executableTarget(
      name: "SignInOIDC",
      dependencies: [
        "Unix", "Secrets", "Identity", "AccountService", "Messages", "WorkerSide", "CWorker", "CWiping", "TOML",
        "OpenIDSettings", "OpenID", "Curl",
      ],
      path: "Sources/Programs/signin-oidc", swiftSettings: strict),

    // Tests mirror the sources.
    .target(
      name: "TestSupport",
      dependencies: [
        "Signals", "SSHKeys", "Identity", "Secrets", "Store", "Unix", "CUtf8proc", "CSodium", "CSecurityKey",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    // A security key in software. OpenSSH's programs load its provider, which a test compiles.
    .target(name: "CSecurityKey", path: "Tests/CSecurityKey", exclude: ["Provider"]),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: strict),
    // The manifest itself, and the links of the documentation.
    .testTarget(name: "PackageTests", dependencies: ["TestSupport"], swiftSettings: strict),
    // Everything that users and scripts rely on, so that nothing vanishes by accident.
    .testTarget(
      name: "InventoryTests",
      dependencies: ["TestSupport", "ProgramSupport", "Settings", "Identity", "Terminal", "SignInUI"],
      path: "Tests/Programs/InventoryTests", exclude: ["Inventory.txt"], swiftSettings: strict),
    .target(name: "CAllocations", path: "Tests/Benchmarks/Sources/CAllocations"),
    .testTarget(
      name: "SignalsTests", dependencies: ["Signals", "TestSupport", "CAllocations"], path: "Tests/Form/SignalsTests",
      swiftSettings: mainActor),
    .testTarget(
      name: "UnixTests", dependencies: ["Unix", "TestSupport"], path: "Tests/System/UnixTests", swiftSettings: mainActor
    ),
    .testTarget(
      name: "TextTests", dependencies: ["Text", "TestSupport"], path: "Tests/System/TextTests", swiftSettings: mainActor
    ),
    .testTarget(
      name: "SecretsTests", dependencies: ["Secrets", "Unix", "TestSupport"], path: "Tests/Accounts/SecretsTests",
      swiftSettings: strict),
    .testTarget(
      name: "SSHKeysTests", dependencies: ["SSHKeys", "TestSupport"], path: "Tests/Accounts/SSHKeysTests",
      swiftSettings: strict),
    .testTarget(
      name: "IdentityTests", dependencies: ["Identity", "SSHKeys", "Secrets", "COath", "Resources", "TestSupport"],
      path: "Tests/Accounts/IdentityTests", swiftSettings: strict),
    // The store and the rules of an account service, which its own tests and those of a server play.
    .target(
      name: "ServiceTestSupport", dependencies: ["AccountService", "Identity", "Secrets", "Unix", "TestSupport"],
      path: "Tests/Accounts/ServiceTestSupport", swiftSettings: strict),
    .testTarget(
      name: "AccountServiceTests",
      dependencies: ["AccountService", "Identity", "Secrets", "Unix", "TestSupport", "ServiceTestSupport"],
      path: "Tests/Accounts/AccountServiceTests", swiftSettings: strict),
    .testTarget(
      name: "MessagesTests",
      dependencies: ["AccountService", "Messages", "Identity", "SSHKeys", "Secrets", "Unix", "TestSupport"],
      path: "Tests/Service/MessagesTests", exclude: ["Recorded"], swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "AccountService", "Server", "Workers", "Messages", "Identity", "Secrets", "Unix", "TestSupport",
        "ServiceTestSupport", "SignInPam",
      ],
      path: "Tests/Service/ServerTests", swiftSettings: strict),
    .testTarget(
      name: "OpenIDTests",
      dependencies: [
        "OpenID", "OpenIDSettings", "Curl", "TOML", "AccountService", "Messages", "Identity", "Secrets", "Unix",
        "CCjose", "TestSupport", "SignInOIDC",
      ],
      path: "Tests/Service/OpenIDTests", exclude: ["Providers"], swiftSettings: strict),
    .testTarget(
      name: "SentencesTests", dependencies: ["Sentences", "Identity", "Secrets"], path: "Tests/Accounts/SentencesTests",
      swiftSettings: strict),
    .testTarget(
      name: "SQLiteTests", dependencies: ["SQLite", "CSQLite"], path: "Tests/Accounts/SQLiteTests",
      swiftSettings: strict),
    .testTarget(
      name: "StoreTests", dependencies: ["Store", "Identity", "Secrets", "TestSupport"],
      path: "Tests/Accounts/StoreTests", swiftSettings: strict),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: ["SQLiteStore", "Store", "Identity", "Secrets", "SQLite", "CSQLite", "TestSupport"],
      path: "Tests/Accounts/SQLiteStoreTests", exclude: ["Stores"], swiftSettings: strict),
    .testTarget(
      name: "PostgreSQLStoreTests",
      dependencies: [
        "PostgreSQLStore", "SQLiteStore", "Store", "SSHKeys", "Identity", "Secrets", "Unix", "PostgreSQLServers",
        "TestSupport",
      ],
      path: "Tests/Accounts/PostgreSQLStoreTests", swiftSettings: strict),
    .testTarget(
      name: "SSHAgentTests", dependencies: ["SSHAgent", "SSHKeys", "Unix", "TestSupport"],
      path: "Tests/Form/SSHAgentTests", swiftSettings: mainActor),
    .testTarget(
      name: "SignInTests",
      dependencies: ["SignIn", "Signals", "Identity", "SSHKeys", "Secrets", "TestSupport"],
      path: "Tests/Form/SignInTests", swiftSettings: mainActor),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Terminal", "Unix"], path: "Tests/Form/TerminalProbe",
      swiftSettings: mainActor),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "Unix", "TestSupport", "TerminalProbe"],
      path: "Tests/Form/TerminalTests", swiftSettings: mainActor),
    .testTarget(
      name: "SignInUITests",
      dependencies: [
        "SignInUI", "SignIn", "Signals", "Identity", "SSHKeys", "Secrets", "Terminal", "Resources",
        "TestSupport",
      ],
      path: "Tests/Form/SignInUITests", swiftSettings: mainActor),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "Text", "Terminal", "Identity", "Secrets", "SSHKeys", "ProgramSupport", "Settings", "TOML", "AccountService",
        "Messages",
        "OpenID", "TestSupport",
      ],
      path: "Tests/Fuzzing", exclude: ["Seeds"], swiftSettings: strict),
    .testTarget(
      name: "ProgramSupportTests",
      dependencies: ["ProgramSupport", "Settings", "Identity", "Secrets", "Unix", "TestSupport"],
      path: "Tests/Programs/ProgramSupportTests", swiftSettings: strict),
    .testTarget(
      name: "SettingsTests",
      dependencies: ["ProgramSupport", "Settings", "TOML", "Identity", "Secrets", "Unix", "TestSupport"],
      path: "Tests/Programs/SettingsTests", swiftSettings: strict),
    // The texts of the commands, and tables. The tests in SignInCommandTests start the built programs, and import none, so
    // that they need not be compiled again with each change of a program.
    .testTarget(
      name: "AdministrationTests",
      dependencies: [
        "SignInProgram", "Administration", "AccountService", "ProgramSupport", "Settings", "Identity", "TestSupport",
        argumentParser,
      ],
      path: "Tests/Programs/AdministrationTests", swiftSettings: strict),
    .testTarget(
      name: "SignInProgramTests", dependencies: ["SignInProgram", "TestSupport"],
      path: "Tests/Programs/SignInProgramTests", swiftSettings: strict),
    .target(name: "CVisitors", path: "Tests/CVisitors"),
    .target(
      name: "PostgreSQLServers", dependencies: ["PostgreSQLStore", "Store", "TestSupport"],
      path: "Tests/Accounts/PostgreSQLServers",
      swiftSettings: strict),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "AccountService", "Server", "Workers", "Messages", "Identity", "SSHKeys", "SQLiteStore", "Store",
        "Secrets",
        "PostgreSQLServers", "TestSupport", "CVisitors",
      ],
      path: "Tests/Service/ServiceTests", swiftSettings: strict),
    .executableTarget(
      name: "ServiceProbe",
      dependencies: [
        "Identity", "SQLiteStore", "Store", "AccountService", "Server", "Secrets", "Unix", "Messages",
      ],
      path: "Tests/Service/ServiceProbe", swiftSettings: strict),
    .executableTarget(
      name: "PostgreSQLBenchmark",
      dependencies: ["Measure", "Identity", "PostgreSQLStore", "Store", "Secrets", "Unix"],
      path: "Tests/Accounts/PostgreSQLBenchmark", swiftSettings: strict),
    // Measurements, with the benchmarks' common parts (Tests/Benchmarks/Package.swift has the benchmarks that need no module).
    .target(
      name: "Measure", dependencies: ["CAllocations"], path: "Tests/Benchmarks/Sources/Measure", swiftSettings: strict),
    .executableTarget(
      name: "ServiceBenchmark",
      dependencies: ["Measure", "CVisitors", "Identity", "AccountService", "Messages"],
      path: "Tests/Service/ServiceBenchmark", swiftSettings: strict),
    .executableTarget(name: "GatedProbe", path: "Tests/Programs/GatedProbe", swiftSettings: strict),
    .executableTarget(
      name: "StoreProbe",
      dependencies: [
        "Identity", "Workers", "Server", "SignInProgram", "ProgramSupport", "Settings", "Unix", "Messages",
      ],
      path: "Tests/Programs/StoreProbe", swiftSettings: strict),
    .executableTarget(
      name: "ServerProbe", dependencies: ["Identity", "Secrets", "AccountService", "Messages"],
      path: "Tests/Service/ServerProbe", swiftSettings: strict),
    .testTarget(
      name: "SignInCommandTests",
      dependencies: [
        "TestSupport", "Terminal", "Identity", "SSHKeys", "SQLiteStore", "Store", "Secrets", "SQLite", "Resources",
        "ProgramSupport", "Settings",
      ],
      path: "Tests/Programs/SignInCommandTests", swiftSettings: strict),
  ]
)

// Fuzzing and sanitizers need few tests, and name their targets.
if let names = Context.environment["SIGNIN_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in target.type == .test && !names.contains { $0 == target.name } }
}

// Tests are optimised builds of the modules. The optimiser would take longer over the tests' own code than over all sources.
for target in package.targets where target.type == .test {
  target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}

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
// Decisions/0062-static-binary.md. -Qunused-arguments: clang would warn that -static-pie overrides the driver's -pie.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(
    ["-Xclang-linker", "-static-pie", "-Xclang-linker", "-Qunused-arguments"], .when(configuration: .release))
]

// The toolchain's own linker, for all programs and tests. See Decisions/0004-lld.md.
let lld: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "signin",
  products: [
    .executable(name: "signin", targets: ["SignInCommand"]),
    .executable(name: "signin-postgresql", targets: ["SignInPostgreSQL"]),
    .executable(name: "signin-pam", targets: ["SignInPam"]),
    .library(name: "Signals", targets: ["Signals"]),
  ],
  // Exact versions, because Package.resolved is not kept (see .gitignore). `make outdated` lists newer ones.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // C libraries, each in one target with a commented shim.
    .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "COath", providers: [.apt(["liboath-dev"])]),
    .systemLibrary(name: "CQRCode", providers: [.apt(["libqrcodegen-dev"])]),
    .systemLibrary(name: "CPostgreSQL", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CGettext"),
    .target(name: "CNcurses", cSettings: fortified),
    .target(name: "CUnix", cSettings: fortified),
    .target(name: "CProcess", cSettings: fortified),

    // The reactive layer, themes, the system, characters, secrets and the domain.
    .target(name: "Signals", exclude: ["README.md"], swiftSettings: mainActor),
    .target(
      name: "Resources", path: "Resources",
      exclude: ["Pictures", "completions", "debian", "man", "pam", "po", "systemd"],
      resources: [.embedInCode("Themes"), .embedInCode("Passwords")],
      swiftSettings: strict),
    .target(name: "Unix", dependencies: ["CUnix"], swiftSettings: strict, linkerSettings: lld),
    .target(name: "Characters", dependencies: ["CUtf8proc"], swiftSettings: strict),
    .target(name: "Secrets", dependencies: ["Characters", "CSodium", "CUtf8proc"], swiftSettings: strict),
    .target(name: "Identity", dependencies: ["Secrets"], swiftSettings: strict),

    // The second step: timed codes, and the QR code that gives an app their secret. The form does not link it.
    .target(name: "OneTimeCodes", dependencies: ["Identity", "Secrets", "COath", "CQRCode"], swiftSettings: strict),

    // Texts for codes, in the user's language.
    .target(name: "Sentences", dependencies: ["Identity", "Secrets", "CGettext"], swiftSettings: strict),

    // The messages between form and keeper.
    .target(name: "Wire", dependencies: ["Identity", "Secrets", "Unix"], swiftSettings: strict),

    // The program at the other end.
    .target(name: "Keeper", dependencies: ["Identity", "Secrets", "Unix", "Wire"], swiftSettings: strict),

    // View models, the terminal, and the views that join them.
    .target(name: "SignIn", dependencies: ["Signals", "Identity", "Secrets"], swiftSettings: mainActor),
    .target(name: "Terminal", dependencies: ["Characters", "Unix", "CNcurses"], swiftSettings: mainActor),
    .target(
      name: "SignInUI",
      dependencies: ["SignIn", "Signals", "Identity", "Secrets", "Sentences", "Unix", "Terminal", "Resources"],
      swiftSettings: mainActor),

    // The embedded store, on SQLite's C API.
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
    .target(
      name: "IdentitySQLite", dependencies: ["Identity", "Secrets", "CSQLite", "SQLite", "Unix"], swiftSettings: strict),

    // The store of many machines.
    .target(
      name: "IdentityPostgreSQL", dependencies: ["Identity", "Secrets", "CPostgreSQL"], swiftSettings: strict),

    // The programs, and their common parts.
    .target(
      name: "Programs",
      dependencies: ["Unix", "Secrets", "Identity", "Sentences", "Terminal", "CProcess"],
      swiftSettings: strict),
    .target(
      name: "ThemeFiles", dependencies: ["Unix", "Sentences", "Terminal", "SignInUI", "Programs"],
      swiftSettings: strict),
    .target(
      name: "SignInAdmin",
      dependencies: [
        "Unix", "Secrets", "Identity", "Sentences", "Wire", "Terminal", "SignInUI", "IdentitySQLite", "Resources",
        "Programs", "ThemeFiles", argumentParser,
      ],
      swiftSettings: strict),
    .target(
      name: "KeeperProgram",
      dependencies: [
        "Unix", "Secrets", "Identity", "OneTimeCodes", "Sentences", "Wire", "Keeper", "Resources", "Programs",
        "IdentitySQLite",
      ],
      swiftSettings: strict),
    .target(
      name: "SignInProgram",
      dependencies: [
        "Signals", "Unix", "Secrets", "Identity", "Sentences", "Wire", "SignIn", "Terminal", "SignInUI", "Resources",
        "Programs", "ThemeFiles", "SignInAdmin", "KeeperProgram",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "SignInCommand", dependencies: ["Programs", "KeeperProgram", "SignInProgram"],
      path: "Sources/signin", swiftSettings: strict, linkerSettings: selfContained),
    // The same program, for accounts in PostgreSQL. It is not static, because libpq loads libraries while it runs.
    .executableTarget(
      name: "SignInPostgreSQL",
      dependencies: [
        "Identity", "Secrets", "Sentences", "IdentityPostgreSQL", "IdentitySQLite", "Programs", "KeeperProgram",
        "SignInProgram",
      ],
      path: "Sources/signin-postgresql", swiftSettings: strict),

    // A worker for PAM, whose modules are libraries that are loaded while it runs. It is not static either.
    .target(name: "CPam", cSettings: fortified),
    .executableTarget(
      name: "SignInPam", dependencies: ["Unix", "Secrets", "Identity", "Wire", "CPam"], path: "Sources/signin-pam",
      swiftSettings: strict),

    // Tests mirror the sources.
    .target(
      name: "TestSupport", dependencies: ["Signals", "Identity", "Secrets", "Unix", "CUtf8proc"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: strict),
    // The manifest itself, and the links of the documentation.
    .testTarget(name: "PackageTests", dependencies: ["TestSupport"], swiftSettings: strict),
    // Everything that users and scripts rely on, so that nothing vanishes by accident.
    .testTarget(
      name: "InventoryTests", dependencies: ["TestSupport", "Programs", "Identity", "Terminal", "SignInUI"],
      exclude: ["Inventory.txt"], swiftSettings: strict),
    .target(name: "CAllocations", path: "Tests/Benchmarks/Sources/CAllocations"),
    .testTarget(
      name: "SignalsTests", dependencies: ["Signals", "TestSupport", "CAllocations"], swiftSettings: mainActor),
    .testTarget(name: "UnixTests", dependencies: ["Unix", "TestSupport"], swiftSettings: mainActor),
    .testTarget(
      name: "CharactersTests", dependencies: ["Characters", "TestSupport"], swiftSettings: mainActor),
    .testTarget(
      name: "SecretsTests", dependencies: ["Secrets", "Unix", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "IdentityTests", dependencies: ["Identity", "Secrets", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "OneTimeCodesTests", dependencies: ["OneTimeCodes", "COath", "Identity", "Secrets", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "WireTests", dependencies: ["Wire", "Identity", "Secrets", "Unix", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "KeeperTests",
      dependencies: ["Keeper", "KeeperProgram", "Wire", "Identity", "Secrets", "Unix", "TestSupport", "SignInPam"],
      swiftSettings: strict),
    .testTarget(
      name: "SentencesTests", dependencies: ["Sentences", "Identity", "Secrets"], swiftSettings: strict),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "CSQLite"], swiftSettings: strict),
    .testTarget(
      name: "IdentitySQLiteTests",
      dependencies: ["IdentitySQLite", "Identity", "Secrets", "SQLite", "CSQLite", "TestSupport"],
      exclude: ["Stores"], swiftSettings: strict),
    .testTarget(
      name: "IdentityPostgreSQLTests",
      dependencies: [
        "IdentityPostgreSQL", "IdentitySQLite", "Identity", "Secrets", "Unix", "PostgreSQLServers", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SignInTests", dependencies: ["SignIn", "Signals", "Identity", "Secrets", "TestSupport"],
      swiftSettings: mainActor),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Terminal", "Unix"], path: "Tests/TerminalProbe", swiftSettings: mainActor),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "Unix", "TestSupport", "TerminalProbe"],
      swiftSettings: mainActor),
    .testTarget(
      name: "SignInUITests",
      dependencies: [
        "SignInUI", "SignIn", "Signals", "Identity", "Secrets", "OneTimeCodes", "Terminal", "Resources", "TestSupport",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "FuzzingTests",
      dependencies: ["Characters", "Terminal", "Identity", "Secrets", "Programs", "Wire", "Keeper", "TestSupport"],
      path: "Tests/Fuzzing", exclude: ["Seeds"], swiftSettings: strict),
    .testTarget(
      name: "ProgramsTests", dependencies: ["Programs", "Identity", "Secrets", "Unix", "TestSupport"],
      swiftSettings: strict),
    // The texts of the commands, and tables. The tests in SignInCommandTests start the built programs, and import none, so
    // that they need not be compiled again with each change of a program.
    .testTarget(
      name: "SignInAdminTests",
      dependencies: [
        "SignInProgram", "SignInAdmin", "Programs", "ThemeFiles", "Identity", "TestSupport", argumentParser,
      ],
      swiftSettings: strict),
    .target(name: "CVisitors", path: "Tests/CVisitors"),
    .target(
      name: "PostgreSQLServers", dependencies: ["IdentityPostgreSQL", "TestSupport"], path: "Tests/PostgreSQLServers",
      swiftSettings: strict),
    .testTarget(
      name: "SignInKeeperTests",
      dependencies: [
        "Keeper", "Wire", "Identity", "IdentitySQLite", "Secrets", "PostgreSQLServers", "TestSupport", "CVisitors",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ServiceProbe", dependencies: ["Identity", "IdentitySQLite", "Keeper", "Secrets", "Unix", "Wire"],
      path: "Tests/ServiceProbe", swiftSettings: strict),
    .executableTarget(
      name: "PostgreSQLBenchmark", dependencies: ["Measure", "Identity", "IdentityPostgreSQL", "Secrets", "Unix"],
      path: "Tests/PostgreSQLBenchmark", swiftSettings: strict),
    // Measurements, with the benchmarks' common parts (Tests/Benchmarks/Package.swift has the benchmarks that need no module).
    .target(
      name: "Measure", dependencies: ["CAllocations"], path: "Tests/Benchmarks/Sources/Measure", swiftSettings: strict),
    .executableTarget(
      name: "ServiceBenchmark", dependencies: ["Measure", "CVisitors", "Identity", "Wire"],
      path: "Tests/ServiceBenchmark", swiftSettings: strict),
    .executableTarget(name: "GatedProbe", path: "Tests/GatedProbe", swiftSettings: strict),
    .executableTarget(
      name: "StoreProbe", dependencies: ["Identity", "Keeper", "KeeperProgram", "Programs", "Unix", "Wire"],
      path: "Tests/StoreProbe", swiftSettings: strict),
    .executableTarget(
      name: "KeeperProbe", dependencies: ["Identity", "Secrets", "Wire"], path: "Tests/KeeperProbe",
      swiftSettings: strict),
    .testTarget(
      name: "SignInCommandTests",
      dependencies: [
        "TestSupport", "Terminal", "Identity", "IdentitySQLite", "Secrets", "SQLite", "Resources", "Programs",
      ],
      swiftSettings: strict),
  ]
)

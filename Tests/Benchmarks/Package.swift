// swift-tools-version: 6.2
// A package of its own, so that the product does not depend on the libraries that it is compared with. Each executable
// is named after the part that it measures; `make bench` runs all.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
let mainActor = settings + [.defaultIsolation(MainActor.self)]

// Peers that can't be fetched where this project is checked. `make bench-signals RXSWIFT=FOLDER REACTIVESWIFT=FOLDER` gives
// the folders of their sources.
let variables = ["RxSwift": "RXSWIFT", "ReactiveSwift": "REACTIVESWIFT"]
let folders = variables.compactMapValues { Context.environment[$0] }.filter { !$0.value.isEmpty }

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "signin", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ] + folders.map { .package(name: $0, path: $1) },
  targets: [
    .target(name: "CAllocations"),
    .target(name: "Measure", dependencies: ["CAllocations"], swiftSettings: settings),
    .systemLibrary(name: "CSQLiteOfPeer", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(name: "ActivityBenchmark", dependencies: ["Measure", "CSQLiteOfPeer"], swiftSettings: settings),
    .executableTarget(
      name: "SignalsBenchmark",
      dependencies: [
        "Measure",
        .product(name: "Signals", package: "signin"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ] + folders.keys.map { .product(name: $0, package: $0) },
      // For closures that OpenCombine calls, Swift would check the actor each time. Signals' own are checked by the
      // compiler. Without the checks, both do only their work.
      swiftSettings: mainActor + [.unsafeFlags(["-disable-dynamic-actor-isolation"])]
        + folders.keys.compactMap { variables[$0].map { .define($0) } }),
    .executableTarget(name: "FormBenchmark", dependencies: ["Measure"], swiftSettings: mainActor),
  ]
)

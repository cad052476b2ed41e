// swift-tools-version: 6.2
// A package of its own, so that what the benchmarks compare with stays out of the product. One executable for each thing
// measured, named after it; `make bench` runs them all.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
let mainActor = settings + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "signin", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "Measure", dependencies: ["CAllocations"], swiftSettings: settings),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(name: "ActivityBenchmark", dependencies: ["Measure", "CSQLite"], swiftSettings: settings),
    .executableTarget(
      name: "SignalsBenchmark",
      dependencies: [
        "Measure",
        .product(name: "Signals", package: "signin"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: mainActor),
    .executableTarget(name: "BareForm", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .executableTarget(name: "FormBenchmark", dependencies: ["Measure"], swiftSettings: mainActor),
  ]
)

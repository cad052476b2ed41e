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
    .executableTarget(name: "FormBenchmark", dependencies: ["Measure"], swiftSettings: mainActor),
  ]
)

// swift-tools-version: 6.2
// Two programs on `Signals`, each in a view model, its view and its tests, to copy into a package of your own.
import PackageDescription

let mainActor: [SwiftSetting] = [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]
let signals = Target.Dependency.product(name: "Signals", package: "signin")

let package = Package(
  name: "Examples",
  // In your package: the path of your clone of signin.
  dependencies: [.package(name: "signin", path: "../..")],
  targets: [
    .executableTarget(name: "Counter", dependencies: [signals], swiftSettings: mainActor),
    .executableTarget(name: "EmailField", dependencies: [signals], swiftSettings: mainActor),
    .testTarget(name: "ExamplesTests", dependencies: ["Counter", "EmailField", signals], swiftSettings: mainActor),
  ])

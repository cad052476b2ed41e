import Foundation
import Identity
import OpenID
import OpenIDSettings
import TestSupport

/// A real provider, which a script of this folder starts. It ends with this object.
final class RealProvider {
  /// The script didn't start the provider, or failed.
  struct Silent: Error {}

  /// Whether tests start such providers: `make test-engines` says so.
  static var isWanted: Bool { ProcessInfo.processInfo.environment["SIGNIN_ENGINES"] != nil }

  let issuer: WebAddress
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let folder: String

  init(_ name: String) throws {
    folder = NSTemporaryDirectory() + "signin-\(name)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = Packaged.root.appending(path: "Tests/Service/OpenIDTests/Providers/\(name).py").path()
    process.arguments = ["python3", script, folder]
    process.currentDirectoryURL = Packaged.root
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    guard let issuer = WebAddress(Self.line(output)) else { throw Silent() }
    self.issuer = issuer
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Does something at the provider, as a person with a browser.
  func act(_ words: String...) {
    input.fileHandleForWriting.write(Data((words.joined(separator: " ") + "\n").utf8))
    _ = Self.line(output)
  }

  private static func line(_ pipe: Pipe) -> String {
    var text = ""
    while !text.hasSuffix("\n"), case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
      text += String(decoding: data, as: UTF8.self)
    }
    return text.trimmingCharacters(in: .newlines)
  }
}

/// The network, with what the provider said at each poll.
final class WatchedNetwork<Network: HTTP>: HTTP {
  private let network: Network
  private let onPoll: ([String]) -> Void
  private(set) var words: [String] = []

  /// - Parameter onPoll: Called before each poll, with what the provider said at those before.
  init(_ network: Network, onPoll: @escaping ([String]) -> Void) {
    self.network = network
    self.onPoll = onPoll
  }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let isPoll = request.form?.text.contains("device_code=") == true
    if isPoll { onPoll(words) }
    let response = try network.send(request)
    if isPoll { words.append(response.body.map { Self.word($0.text) } ?? "") }
    return response
  }

  private static func word(_ body: String) -> String {
    ["authorization_pending", "slow_down", "access_denied", "id_token"].first { body.contains($0) } ?? "?"
  }
}

/// The machine's clock, on which waits take a tenth of their time: too short for the provider.
struct HastyClock: LoginClock {
  private let start = ContinuousClock.now

  var elapsed: Duration { start.duration(to: .now) * 10 }
  var now: Double { Date().timeIntervalSince1970 }

  func wait(_ pause: Duration) { Thread.sleep(forTimeInterval: pause / .seconds(10)) }
}

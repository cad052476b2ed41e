internal import Identity

/// The keys of a provider (RFC 7517, 5), and when they may be asked for again.
///
/// A provider changes its keys at any time (OpenID Connect Core 1.0, 10.1.1). An unknown key is a reason to ask once more, but
/// no more than once a minute, so that nobody makes this machine ask in a loop.
struct KeySet: Sendable {
  private let keys: [SigningKey]
  /// When they came.
  private let time: Duration

  static let mostKeys = 100
  static let pause = Duration.seconds(60)

  init(_ json: JSON, at time: Duration) throws(OpenIDFault) {
    guard let elements = json["keys"]?.elements, elements.count <= Self.mostKeys else {
      throw OpenIDFault(.unreachable, .keys, "no-keys")
    }
    keys = elements.compactMap(SigningKey.init)
    self.time = time
  }

  /// The key that a token names; where it names none, the only one of its algorithm.
  func key(_ id: String?, _ algorithm: SigningAlgorithm) -> SigningKey? {
    let fitting = keys.filter { $0.algorithm == algorithm && (id == nil || $0.id == id) }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// How many there are.
  var count: Int { keys.count }

  /// Whether they may be asked for again.
  func mayBeRenewed(at now: Duration) -> Bool { now - time >= Self.pause }
}

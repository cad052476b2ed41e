/// The users of a server, with what each of them has of it now. It is a pure value; its times are of a clock that never goes back.
struct Quotas {
  private struct Counts: Equatable {
    var connections = 0
    var answers = 0
    var workers = 0
  }

  private struct User {
    var counts = Counts()
    var conversations: TokenBucket?
    var messages: TokenBucket?
    /// When the log last had a line of that kind about this user.
    var noted: [Line: Duration] = [:]
  }

  /// A line of the log about a user.
  enum Line { case refused, slowedDown, offence }

  private var users: [UInt32: User] = [:]
  /// Those of all users together.
  private var sum = Counts()
  var connections: Int { sum.connections }

  /// How long the log has no other line of a kind about a user.
  static let silence = Duration.seconds(60)
  /// Idle users with full quotas are evicted above this number.
  private static let mostRemembered = 256

  /// A connection is there. Returns the limit that it breaks; nil if it may stay.
  mutating func arrive(_ uid: UInt32, under limits: Limits, at now: Duration) -> ServerEvent.Limit? {
    if users.count > Self.mostRemembered { forget(at: now) }
    if sum.connections >= limits.connections { return .connections }
    return add(\.connections, of: uid, upTo: limits.share(of: uid).connections) ? nil : .connectionsOfUser
  }

  /// A connection that could stay is over.
  mutating func depart(_ uid: UInt32) { remove(\.connections, of: uid) }

  /// A conversation begins. Returns the limit that it breaks; nil for none.
  mutating func converse(_ uid: UInt32, under limits: Limits, at now: Duration) -> ServerEvent.Limit? {
    let isWithin = use(\.conversations, of: uid, limits.share(of: uid).conversations, at: now) { $0.take(at: now) }
    return isWithin ? nil : .conversations
  }

  /// Whether nothing more may be received from that user for now.
  mutating func isSlowedDown(_ uid: UInt32, under limits: Limits, at now: Duration) -> Bool {
    use(\.messages, of: uid, limits.share(of: uid).messages, at: now) { $0.isEmpty(at: now) }
  }

  /// A message of so many bytes was received.
  mutating func receive(_ bytes: Int, of uid: UInt32, under limits: Limits, at now: Duration) {
    use(\.messages, of: uid, limits.share(of: uid).messages, at: now) { $0.charge(1 + bytes / 1024, at: now) }
  }

  /// - Parameter size: The size of the bucket by the limits of now.
  private mutating func use<Value>(
    _ kind: WritableKeyPath<User, TokenBucket?>, of uid: UInt32, _ size: TokenBucket.Size, at now: Duration,
    _ body: (inout TokenBucket) -> Value
  ) -> Value {
    var bucket = users[uid]?[keyPath: kind] ?? TokenBucket(size, at: now)
    if bucket.size != size { bucket = TokenBucket(size, at: now) }
    defer { users[uid, default: User()][keyPath: kind] = bucket }
    return body(&bucket)
  }

  /// An answer is there to be verified. Returns the limit that it breaks; nil if it may be.
  mutating func answer(_ uid: UInt32, under limits: Limits) -> ServerEvent.Limit? {
    if sum.answers >= Limits.mostAnswers { return .answers }
    return add(\.answers, of: uid, upTo: limits.share(of: uid).answers) ? nil : .answersOfUser
  }

  /// An answer that could be verified is done with.
  mutating func endAnswer(_ uid: UInt32) { remove(\.answers, of: uid) }

  /// A conversation needs a worker. Returns the limit that it breaks; nil if it may have one.
  mutating func hire(_ uid: UInt32, under limits: Limits) -> ServerEvent.Limit? {
    if sum.workers >= Limits.mostWorkers { return .workers }
    return add(\.workers, of: uid, upTo: limits.share(of: uid).workers) ? nil : .workersOfUser
  }

  /// A conversation that could have a worker is over.
  mutating func dismiss(_ uid: UInt32) { remove(\.workers, of: uid) }

  /// Whether the log has had no such line about that user for a minute. From now on it has.
  mutating func note(_ line: Line, of uid: UInt32, at now: Duration) -> Bool {
    if let noted = users[uid]?.noted[line], now - noted < Self.silence { return false }
    users[uid, default: User()].noted[line] = now
    return true
  }

  /// Counts one more, unless the user has that many already.
  private mutating func add(_ kind: WritableKeyPath<Counts, Int>, of uid: UInt32, upTo most: Int) -> Bool {
    guard users[uid, default: User()].counts[keyPath: kind] < most else { return false }
    sum[keyPath: kind] += 1
    users[uid, default: User()].counts[keyPath: kind] += 1
    return true
  }

  private mutating func remove(_ kind: WritableKeyPath<Counts, Int>, of uid: UInt32) {
    sum[keyPath: kind] -= 1
    users[uid]?.counts[keyPath: kind] -= 1
  }

  private mutating func forget(at now: Duration) {
    users = users.filter { _, user in
      var buckets = [user.conversations, user.messages].compactMap { $0 }
      let lacksNothing = buckets.indices.allSatisfy { buckets[$0].isFull(at: now) }
      let isSilent = user.noted.values.contains { now - $0 < Self.silence }
      return user.counts != Counts() || !lacksNothing || isSilent
    }
  }
}

/// The order in which hashes may begin: the users take turns, and each user's own hashes begin in their order. So one user
/// with many hashes makes others wait for one of them at most. Jobs of the store take turns in the same way. It is a pure
/// value.
struct FairQueue {
  /// The place of one hash.
  struct Ticket: Sendable, Hashable {
    let uid: UInt32
    /// The memory that it takes, in KiB.
    let memory: Int
    fileprivate let number: Int
  }

  /// How many hashes of all users may be under way at once.
  private let mostAtOnce: Int
  /// How much memory hashes may take at once, in KiB. A hash that takes more begins when no other is under way.
  private let mostMemory: Int
  /// How many hashes of a user may be under way at once; any number if nil.
  var limits: Limits?

  /// The users with a hash that waits, in the order of their turns, each with at least one ticket.
  private var lines: [(uid: UInt32, tickets: [Ticket])] = []
  private var running: [UInt32: Int] = [:]
  private var memory = 0
  private var given = 0

  init(mostAtOnce: Int, mostMemory: Int = .max, _ limits: Limits?) {
    (self.mostAtOnce, self.mostMemory) = (mostAtOnce, mostMemory)
    self.limits = limits
  }

  /// A ticket for another hash of a user.
  mutating func ticket(of uid: UInt32, memory: Int = 0) -> Ticket {
    given += 1
    return Ticket(uid: uid, memory: memory, number: given)
  }

  /// Lines up.
  mutating func join(_ ticket: Ticket) {
    if let line = lines.firstIndex(where: { $0.uid == ticket.uid }) {
      lines[line].tickets.append(ticket)
    } else {
      lines.append((ticket.uid, [ticket]))
    }
  }

  /// Takes the next hash that may begin now; nil if none may. End its turn later. No other hash overtakes one for which there is
  /// no memory yet, so that it begins at all.
  mutating func next() -> Ticket? {
    guard runningCount < mostAtOnce,
      let place = lines.firstIndex(where: { hasTurn($0.uid) }),
      let first = lines[place].tickets.first,
      runningCount == 0 || first.memory <= mostMemory - memory
    else { return nil }
    var line = lines.remove(at: place)
    let ticket = line.tickets.removeFirst()
    if !line.tickets.isEmpty { lines.append(line) }
    running[ticket.uid, default: 0] += 1
    memory += ticket.memory
    return ticket
  }

  private func hasTurn(_ uid: UInt32) -> Bool {
    running[uid, default: 0] < (limits?.turns(of: uid, outOf: mostAtOnce) ?? .max)
  }

  /// Ends the turn of a hash that ``next()`` started.
  mutating func end(_ ticket: Ticket) {
    let rest = running[ticket.uid, default: 0] - 1
    running[ticket.uid] = rest > 0 ? rest : nil
    memory -= ticket.memory
  }

  /// Leaves the line. Does nothing once the turn has come.
  mutating func leave(_ ticket: Ticket) {
    guard let line = lines.firstIndex(where: { $0.uid == ticket.uid }) else { return }
    lines[line].tickets.removeAll { $0 == ticket }
    if lines[line].tickets.isEmpty { lines.remove(at: line) }
  }

  /// How many hashes are under way.
  var runningCount: Int { running.values.reduce(0, +) }

  /// The hashes that wait, the next one first.
  var order: [Ticket] {
    let rounds = lines.map(\.tickets.count).max() ?? 0
    return (0..<rounds).flatMap { round in lines.compactMap { $0.tickets.dropFirst(round).first } }
  }
}

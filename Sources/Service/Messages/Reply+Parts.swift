package import AccountService
import Identity

// Lists in parts, each small enough for a message.

extension Reply {
  /// As few replies as say the same, each small enough for a message. An account has no more sessions than fit.
  package var parts: [Reply] {
    switch self {
    case .rows(let attempts): Self.parts(of: attempts) { .rows($0) }
    case .account(let account): [.account(overview: account.fitting)]
    case .administration(let reply): reply.parts
    default: [self]
    }
  }

  fileprivate static func parts<Item>(of items: [Item], _ reply: ([Item]) -> Reply) -> [Reply] {
    if items.isEmpty { return [] }
    let whole = reply(items)
    if items.count == 1 || items.count <= mostItems && whole.fitsIntoMessage { return [whole] }
    let half = items.count / 2
    return parts(of: Array(items[..<half]), reply) + parts(of: Array(items[half...]), reply)
  }
}

extension AdminReply {
  fileprivate var parts: [Reply] {
    switch self {
    case .accounts(let accounts): parts(of: accounts) { .accounts($0) }
    case .sessions(let sessions): parts(of: sessions) { .sessions($0) }
    case .rows(let attempts): parts(of: attempts) { .rows($0) }
    case .throttle(let state):
      parts(of: Array(state.runs)) { .throttle(ThrottleState(runs: .init($0))) }
        + parts(of: Array(state.pending)) { .throttle(ThrottleState(pending: .init($0))) }
        + parts(of: Array(state.pairs)) { .throttle(ThrottleState(pairs: .init($0))) }
    case .positions(let positions): parts(of: positions) { .positions($0) }
    case .keys(let keys): parts(of: keys) { .keys($0) }
    case .subjects(let subjects): parts(of: subjects) { .subjects($0) }
    default: [.administration(self)]
    }
  }

  private func parts<Item>(of items: [Item], _ reply: ([Item]) -> AdminReply) -> [Reply] {
    Reply.parts(of: items) { .administration(reply($0)) }
  }
}

extension Dictionary {
  fileprivate init(_ items: [Element]) { self.init(uniqueKeysWithValues: items.map { ($0.key, $0.value) }) }
}

extension AccountOverview {
  /// The most other sessions of an account in a message.
  static let mostOthers = 100

  /// The same without the oldest sessions that don't fit into a message.
  fileprivate var fitting: AccountOverview {
    var account = self
    account.others = Array(others.prefix(Self.mostOthers))
    while !account.others.isEmpty, !Reply.account(overview: account).fitsIntoMessage { account.others.removeLast() }
    return account
  }
}

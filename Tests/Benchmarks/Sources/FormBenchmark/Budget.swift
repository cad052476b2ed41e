import Measure

/// A limit on a user's waiting or on the cost, and whether signin keeps it.
struct Budget {
  let what: String
  let limit: String
  let isKept: Bool

  /// The budgets, for signin compared with dialog.
  static func all(signin: Figures, dialog: Figures) -> [Budget] {
    func ratio(_ figure: (Figures) -> Double) -> Double { figure(signin) / figure(dialog) }
    let key = ratio { $0.email.map(\.microseconds).median }
    let late = ratio { $0.email.map(\.microseconds).quantile(0.95) }
    let processor = ratio { $0.email.map(\.processor).median }
    let (email, password) = (signin.email.map(\.bytes), signin.password.map(\.bytes))
    return [
      Budget(what: "start, times dialog", value: ratio { $0.start.map(\.microseconds).median }, atMost: 1),
      Budget(what: "its processor time", value: ratio { $0.start.map(\.processor).median }, atMost: 1),
      Budget(what: "its page faults", value: ratio { $0.start.map(\.faults).median }, atMost: 1.3),
      Budget(what: "form and keeper ready, processor time", value: ratio { $0.ready.median }, atMost: 2.2),
      Budget(what: "key to last byte, times dialog", value: key, atMost: 1),
      Budget(what: "the same, 95th of 100", value: late, atMost: 1),
      Budget(what: "processor time per key, times dialog", value: processor, atMost: 1),
      Budget(what: "bytes per key, email", value: email.map(Double.init).mean, atMost: 2),
      Budget(what: "bytes per key, password", value: password.map(Double.init).mean, atMost: 3),
      Budget(what: "resident memory, times dialog", value: ratio { $0.memory.median }, atMost: 2),
      Budget(
        what: "the keeper's, times dialog", value: signin.helperMemory.median / dialog.memory.median, atMost: 5),
      Budget(what: "wake-ups in an idle second", value: signin.wakeUps.median, atMost: 0),
      Budget(what: "characters typed ahead lost", value: signin.isTypedAheadKept ? 0 : 1, atMost: 0),
      Budget(what: "paste of 4,000 characters, ms", value: signin.paste.median, atMost: 5),
      Budget(what: "Esc to the end, ms", value: signin.leave.median, atMost: 29),
      Budget(what: "Ctrl-C to the end, ms", value: signin.interrupt.median, atMost: 1.5),
      Budget(
        what: "key at 200x60, times 80x24",
        value: signin.large.map(\.processor).median / signin.short.map(\.processor).median, atMost: 1.1),
      Budget(
        what: "key behind 1,000 characters, times 8",
        value: signin.long.map(\.processor).median / signin.short.map(\.processor).median, atMost: 1.1),
    ]
  }

  private init(what: String, value: Double, atMost limit: Double) {
    self.what = what
    self.limit = "\(text(value, digits: 2)) of \(text(limit, digits: 2))"
    isKept = value <= limit
  }
}

import Measure

extension Budgets {
  /// The budgets of the form, for signin compared with dialog, and with a form of bare ncurses.
  init(signin: Figures, bare: Figures, dialog: Figures) {
    func ratio(_ figure: (Figures) -> Double) -> Double { figure(signin) / figure(dialog) }
    let (email, password) = (signin.email.map(\.bytes), signin.password.map(\.bytes))
    let short = signin.short.map(\.processor).median
    self.init()
    add("start to complete screen, times dialog", ratio { $0.start.map(\.microseconds).median }, atMost: 1.7)
    add("its processor time, times dialog", ratio { $0.stoppedStart.map(\.processor).median }, atMost: 1.9)
    add("form and keeper ready, processor time, times dialog", ratio { $0.ready.median }, atMost: 2.4)
    add("key to last byte, median, times dialog", ratio { $0.email.map(\.microseconds).median }, atMost: 1.1)
    add("the same, 95th of 100", ratio { $0.email.map(\.microseconds).quantile(0.95) }, atMost: 1.15)
    add("processor time of a key, times dialog", ratio { $0.email.map(\.processor).median }, atMost: 1.3)
    add(
      "processor time of a key in the password, times dialog", ratio { $0.password.map(\.processor).median },
      atMost: 1.3)
    add(
      "key to last byte, median, times bare ncurses",
      signin.email.map(\.microseconds).median / bare.email.map(\.microseconds).median, atMost: 1.3)
    add(
      "processor time of a key, times bare ncurses",
      signin.email.map(\.processor).median / bare.email.map(\.processor).median, atMost: 1.6)
    add("bytes of a key, email", email.map(Double.init).mean, atMost: 2)
    add("bytes of a key, password", password.map(Double.init).mean, atMost: 3)
    add(
      "resident memory of form and keeper, times dialog",
      (signin.memory.median + signin.helperMemory.median) / dialog.memory.median, atMost: 4.4)
    add("wake-ups in an idle second", signin.wakeUps.median, atMost: 0)
    add("characters typed ahead that were lost", signin.isTypedAheadKept ? 0 : 1, atMost: 0)
    add("paste of 4,000 characters, ms", signin.paste.median, atMost: 5)
    add("Esc to the end, ms", signin.leave.median, atMost: 29)
    add("Ctrl-C to the end, ms", signin.interrupt.median, atMost: 3)
    add("processor time of a key at 200x60, times 80x24", signin.large.map(\.processor).median / short, atMost: 1.1)
    add(
      "processor time of a key behind 1,000 characters, times 8", signin.long.map(\.processor).median / short,
      atMost: 1.2)
  }
}

import Measure

extension Budgets {
  /// The budgets of the form: for signin bare and with the arguments of a gate, compared with dialog.
  init(signin: Figures, gate: Figures, dialog: Figures) {
    func ratio(_ figure: (Figures) -> Double, of measured: Figures? = nil) -> Double {
      figure(measured ?? signin) / figure(dialog)
    }
    let (email, password) = (signin.email.map(\.bytes), signin.password.map(\.bytes))
    let start = { (figures: Figures) in figures.start.map(\.microseconds).median }
    let processor = { (figures: Figures) in figures.stoppedStart.map(\.processor).median }
    let (ready, memory) = (
      { (figures: Figures) in figures.ready.median }, { (figures: Figures) in figures.memory.median }
    )
    self.init()
    add("exec to complete screen, times dialog", ratio(start), atMost: 2.1)
    add("its processor time, times dialog", ratio(processor), atMost: 2.5)
    add("the same with arguments", ratio(start, of: gate), atMost: 3.5)
    add("its processor time", ratio(processor, of: gate), atMost: 4.1)
    add("exec to ready to sign in, processor time of all processes, times dialog", ratio(ready), atMost: 3.8)
    add("the same with arguments", ratio(ready, of: gate), atMost: 5.3)
    add("key to last byte, median, times dialog", ratio { $0.email.map(\.microseconds).median }, atMost: 1.6)
    add("its processor time, times dialog", ratio { $0.email.map(\.processor).median }, atMost: 2.1)
    add("memory of all processes at the form, times dialog", ratio(memory), atMost: 5.2)
    add("the same with arguments", ratio(memory, of: gate), atMost: 5.5)
    add("wake-ups in an idle second", signin.wakeUps.median, atMost: 0)
    add("characters typed ahead that were lost", signin.isTypedAheadKept ? 0 : 1, atMost: 0)
    add("bytes of a key, email", email.map(Double.init).mean, atMost: 3)
    add("bytes of a key, password", password.map(Double.init).mean, atMost: 3)
    add("Esc to the end, ms", signin.leave.median, atMost: 32)
    add("Ctrl-C until the terminal is given back, ms", signin.terminalBack.median, atMost: 3)
    add("Ctrl-C to the end, ms", signin.interrupt.median, atMost: 4)
    add("Ctrl-C to the end while a password is verified, ms", signin.interruptedHash.median, atMost: 55)
  }
}

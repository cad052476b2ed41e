import Secrets
import Signals

extension Signal where Value == GuardedText {
  /// What somebody should know who cannot see the letters they type: that Caps Lock is on, where that is known, or else
  /// that all letters are capitals. Nil for nothing. It is taken from a count, never from the text.
  func note(isCapsLockOn: Signal<Bool>) -> Signal<Message?> {
    let isAllCapitals = map { password in
      let letters = password.letterCount
      // One or two capitals are how many passwords begin.
      return letters.capitals >= 3 && letters.small == 0
    }.startWith(false)
    return Signal<(Bool, Bool)>.combineLatest(isAllCapitals, isCapsLockOn).map { isAllCapitals, isCapsLockOn in
      isCapsLockOn ? .capsLockOn : isAllCapitals ? .allCapitals : nil
    }.skipRepeats()
  }
}

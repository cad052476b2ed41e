import Identity
import Signals

extension Signal where Value == String {
  /// The email that was probably meant, updated while the user types and when they leave the field; nil for none.
  func suggestion(left: Signal<Void>) -> Property<String?> {
    Signal<String?>.merge(
      map { MailDomains.suggestion(for: $0, isFinished: false) },
      left.withLatest(from: self).map { MailDomains.suggestion(for: $1, isFinished: true) }
    ).hold(nil)
  }
}

import Identity
import Signals

extension Signal where Value == String {
  /// The emails that were probably meant, as this one is typed and when its field is left; nil for nothing to suggest.
  func suggestion(left: Signal<Void>) -> Property<String?> {
    Signal<String?>.merge(
      map { MailDomains.suggestion(for: $0, isFinished: false) },
      left.withLatest(from: self).map { MailDomains.suggestion(for: $1, isFinished: true) }
    ).hold(nil)
  }
}

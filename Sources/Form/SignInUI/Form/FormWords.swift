import Identity
import Sentences
import SignIn

/// The words of a form. The screen and the dialogue share them.
struct FormWords {
  /// The purpose of the form, and the title of its button.
  let title: String
  /// The final effect of Enter, for the line of keys.
  let proceed: String
  /// The button's title during a submission.
  let doing: String
  /// The words of each field, in form order.
  let fields: [FieldWords]
}

/// The words of a field.
struct FieldWords {
  /// The label of the field.
  let title: String
  /// An example, shown while the field is empty.
  var placeholder = ""

  static var email: FieldWords {
    FieldWords(title: translated("Email"), placeholder: translated("e.g. ada@example.com"))
  }

  /// The words of a field that takes such logins.
  static func login(_ kind: LoginKind) -> FieldWords {
    switch kind {
    case .email: .email
    case .name: FieldWords(title: translated("User name"), placeholder: translated("e.g. ada"))
    case .either:
      FieldWords(title: translated("Email or user name"), placeholder: translated("e.g. ada@example.com, or ada"))
    }
  }
}

extension SubmissionProgress {
  /// The place in the queue, as a clause; nil if it waits in none.
  var placeInQueue: String? {
    place.map { translated("Place {place} in line", ["place": String($0)]) }
  }
}

import Sentences
import SignIn

/// The words of a form, the same on the screen and line by line.
struct FormWords<Field: FieldName> {
  /// What the form is for. It is the name of its button, too.
  let title: String
  /// What Enter does in the end, for the line of keys.
  let proceed: String
  /// What the button says while a submission is under way.
  let doing: String
  /// The words of each field.
  let field: (Field) -> FieldWords
}

/// The words of a field.
struct FieldWords {
  /// What to type.
  let title: String
  /// An example, shown while the field is empty.
  var placeholder = ""

  static var email: FieldWords {
    FieldWords(title: translated("Email"), placeholder: translated("e.g. ada@example.com"))
  }
}

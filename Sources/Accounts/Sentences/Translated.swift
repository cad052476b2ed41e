internal import CGettext

/// Returns the sentence in the user's language, or as given if there is no translation, with each `{name}` replaced.
///
/// `make po-update` collects the literals in these calls into the catalogues.
/// - Parameter values: Pairs, because they are few, and the first dictionary costs a start as much as twenty other types.
public func translated(_ sentence: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  // Without a translation, `dgettext` returns the key's own bytes. So they are copied while the key lives.
  let text =
    Catalogue.isOpen
    ? sentence.withCString { key in dgettext(Catalogue.name, key).map { String(cString: $0) } ?? sentence } : sentence
  return filled(text, values)
}

/// Returns the form of the sentence for a number, with `{count}` replaced by it. A language may have more than two
/// forms.
public func translated(
  counting count: Int, _ one: String, _ many: String, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  let text =
    Catalogue.isOpen
    ? one.withCString { one in
      many.withCString { many in
        dngettext(Catalogue.name, one, many, CUnsignedLong(count.magnitude)).map { String(cString: $0) }
      }
    } : nil
  return filled(text ?? (count == 1 ? one : many), values, counting: count)
}

/// Replaces each `{name}` by its value. A value's own text is never replaced.
private func filled(
  _ sentence: String, _ values: KeyValuePairs<String, String>, counting count: Int? = nil
) -> String {
  if values.isEmpty && count == nil { return sentence }
  var text = ""
  var rest = sentence[...]
  while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
    text += String(rest[..<opening])
    let name = rest[rest.index(after: opening)..<closing]
    text +=
      values.first { $0.key == name }?.value ?? (name == "count" ? count.map(String.init) : nil)
      ?? String(rest[opening...closing])
    rest = rest[rest.index(after: closing)...]
  }
  return text + String(rest)
}

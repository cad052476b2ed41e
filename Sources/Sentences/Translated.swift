internal import CGettext

/// The sentence in the language of the user, or as it stands where there is no translation, with `{name}` replaced. The
/// catalogues are made from the literals in these calls: see `make po-update`.
public func translated(_ sentence: String, _ values: [String: String] = [:]) -> String {
  // Where there is no translation the answer is the very bytes of the question, so it is read while they live.
  let text =
    Catalogue.isOpen
    ? sentence.withCString { key in dgettext(Catalogue.name, key).map { String(cString: $0) } ?? sentence } : sentence
  return filled(text, values)
}

/// The sentence that goes with a number, which stands in it as `{count}`: a language may have more forms than two.
public func translated(
  counting count: Int, _ one: String, _ many: String, _ values: [String: String] = [:]
) -> String {
  let text =
    Catalogue.isOpen
    ? one.withCString { one in
      many.withCString { many in
        dngettext(Catalogue.name, one, many, CUnsignedLong(count.magnitude)).map { String(cString: $0) }
      }
    } : nil
  return filled(text ?? (count == 1 ? one : many), values.merging(["count": String(count)]) { value, _ in value })
}

/// A sentence with values in place of their names. What looks like a name in a value stays as it is.
private func filled(_ sentence: String, _ values: [String: String]) -> String {
  if values.isEmpty { return sentence }
  var text = ""
  var rest = sentence[...]
  while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
    text += rest[..<opening]
    text += values[String(rest[rest.index(after: opening)..<closing])] ?? String(rest[opening...closing])
    rest = rest[rest.index(after: closing)...]
  }
  return text + rest
}

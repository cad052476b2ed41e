import CGettext
public import Secrets

/// The sentence in the language of the user, or as it stands where there is no translation, with `{name}` replaced. The
/// catalogues are made from the literals in these calls: see `make po-update`.
public nonisolated func translated(_ sentence: String, _ values: [String: String] = [:]) -> String {
  // Where there is no translation the answer is the very bytes of the question, so it is read while they live.
  let text =
    Catalogue.isOpen
    ? sentence.withCString { key in dgettext(Catalogue.name, key).map { String(cString: $0) } ?? sentence } : sentence
  return Reason.filled(text, values)
}

/// The sentence that goes with a number, which stands in it as `{count}`: a language may have more forms than two.
public nonisolated func translated(
  counting count: Int, _ one: String, _ many: String, _ values: [String: String] = [:]
) -> String {
  let text =
    Catalogue.isOpen
    ? one.withCString { one in
      many.withCString { many in
        dngettext(Catalogue.name, one, many, CUnsignedLong(count.magnitude)).map { String(cString: $0) }
      }
    } : nil
  return Reason.filled(
    text ?? (count == 1 ? one : many), values.merging(["count": String(count)]) { value, _ in value })
}

extension Reason {
  /// In the language of the user.
  public nonisolated var translation: String { translated(sentence, values) }
}

import CGettext

/// The sentence in the language of the user, or as it stands where there is no translation, with `{name}` replaced.
func translated(_ sentence: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  // Where there is no translation the answer is the very bytes of the question, so it is read while they live.
  var text = sentence.withCString { key in dgettext("signin", key).map { String(cString: $0) } ?? sentence }
  for (name, value) in values { text.replaceFirst("{\(name)}", with: value) }
  return text
}

extension String {
  fileprivate mutating func replaceFirst(_ placeholder: String, with value: String) {
    if let range = firstRange(of: placeholder) { replaceSubrange(range, with: value) }
  }
}

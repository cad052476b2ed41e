import Identity
import Sentences
import ProgramSupport

extension Timestamp {
  /// A moment on the command line: `2d`, which is two days before `now`; `today`, `yesterday`; `2026-11-20`, or that with a
  /// time, `2026-11-20T17:25` or `2026-11-20 17:25:03`, by the user's time zone, or by UTC with a `Z`.
  init(given text: String, to option: String, at now: Timestamp) throws(Failure) {
    guard let moment = Self.moment(text, at: now) else {
      throw .usage(
        translated(
          "“{value}” isn't a valid {option}. Expected: {expected}.",
          ["value": text, "option": option, "expected": "2d, today, 2026-11-20, 2026-11-20T17:25, 2026-11-20T17:25Z"]),
        see: "signin activity")
    }
    self = moment
  }

  private static func moment(_ text: String, at now: Timestamp) -> Timestamp? {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400]
    if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), (0...1_000_000).contains(count)
    {
      return now.advanced(by: .zero - .seconds(count * unit))
    }
    let today = now.local.date
    if text.lowercased() == "now" { return now }
    if text.lowercased() == "today" { return today.localStart }
    if text.lowercased() == "yesterday" { return CalendarDate(number: today.number - 1).localStart }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard let date = parts.first.flatMap({ CalendarDate(iso8601: String($0)) }) else { return nil }
    guard parts.count == 2 else { return date.localStart }
    let isUTC = parts[1].hasSuffix("Z")
    let clock = (isUTC ? parts[1].dropLast() : parts[1]).split(separator: ":", omittingEmptySubsequences: false)
    let numbers = clock.compactMap { $0.utf8.count == 2 ? Int($0) : nil }
    guard (2...3).contains(clock.count), numbers.count == clock.count, (0..<24).contains(numbers[0]),
      numbers.dropFirst().allSatisfy((0..<60).contains)
    else { return nil }
    let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    return isUTC
      ? Timestamp(milliseconds: (date.number * 86_400 + Int64(seconds)) * 1000) : date.localTime(seconds: seconds)
  }
}

import Foundation

@testable import SignInUI
@testable import Terminal

/// Frames one after the other as one SVG image that moves: CSS key frames, no script. Each row is drawn once for each content
/// that it has, and visible while it has it. Where motion is not wanted, or not known, the last frame stands still.
struct SVGMovie {
  let ground: SVGPicture.Ground
  /// The story in words, for people who do not see it.
  let title: String
  private var shots: [(frame: Frame, milliseconds: Int)] = []

  init(ground: SVGPicture.Ground, title: String) {
    (self.ground, self.title) = (ground, title)
  }

  /// Shows a frame, after those before.
  mutating func show(_ frame: Frame, for milliseconds: Int) {
    shots.append((frame, milliseconds))
  }

  /// The length in milliseconds.
  var length: Int { shots.reduce(0) { $0 + $1.milliseconds } }

  /// The image's text.
  var text: String {
    guard let last = shots.last else { return "" }
    let pictures = shots.map { SVGPicture(frame: $0.frame, ground: ground, title: title) }
    var rules = ["g g{visibility:hidden;animation:\(seconds(length)) step-end infinite}", "g .z{visibility:visible}"]
    var names: [[Range<Int>]: String] = [:]
    var rows: [String] = []
    for row in 0..<last.frame.size.rows {
      let contents = pictures.map { $0.elements(ofRow: row, top: row * SVGPicture.height) }
      for content in Set(contents).subtracting([""]).sorted() {
        let times = times(of: content, among: contents)
        if times == [0..<length] {
          rows.append(content)
          continue
        }
        let name = names[times] ?? "k\(names.count)"
        if names.updateValue(name, forKey: times) == nil {
          rules += [".\(name){animation-name:\(name)}", "@keyframes \(name){\(keyFrames(times))}"]
        }
        rows.append(#"<g class="\#(name)\#(contents.last == content ? " z" : "")">\#(content)</g>"#)
      }
    }
    rules.append("@media(prefers-reduced-motion){g g{animation:none!important}}")
    let style = "<style>\n" + rules.joined(separator: "\n") + "\n</style>"
    return SVGPicture.document(
      columns: last.frame.size.columns, rows: last.frame.size.rows, ground: ground, title: title, style: style,
      elements: rows)
  }

  /// The milliseconds in which a row has a content.
  private func times(of content: String, among contents: [String]) -> [Range<Int>] {
    var times: [Range<Int>] = []
    var start = 0
    for (shot, shown) in zip(shots, contents) {
      let end = start + shot.milliseconds
      if shown == content {
        if times.last?.upperBound == start {
          times[times.count - 1] = times[times.count - 1].lowerBound..<end
        } else {
          times.append(start..<end)
        }
      }
      start = end
    }
    return times
  }

  private func keyFrames(_ times: [Range<Int>]) -> String {
    let steps = times.flatMap { [($0.lowerBound, "visible"), ($0.upperBound, "hidden")] }.filter { $0.0 < length }
    let start = times.first?.lowerBound == 0 ? [] : [(0, "hidden")]
    return (start + steps).map { "\(share($0.0))%{visibility:\($0.1)}" }.joined()
  }

  /// The percent of the length.
  private func share(_ milliseconds: Int) -> String {
    let thousandths = (milliseconds * 100_000 + length / 2) / length
    return decimal(thousandths)
  }

  private func seconds(_ milliseconds: Int) -> String { decimal(milliseconds) + "s" }

  /// Thousandths, without zeros at the end.
  private func decimal(_ thousandths: Int) -> String {
    var digits = String(thousandths % 1000 + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return String(thousandths / 1000) + (digits.isEmpty ? "" : "." + digits)
  }
}

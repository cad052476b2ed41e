/// A character that is drawn as a shape, because it must meet its neighbours.
enum Shape {
  /// A part of the cell, in eighths of its width and height.
  case block(left: Int, top: Int, width: Int, height: Int)
  /// Lines from the middle of the cell to its sides, with a round corner or a sharp one.
  case lines(left: Bool, right: Bool, up: Bool, down: Bool, isHeavy: Bool, isRound: Bool)

  /// The place of one cell, or of several side by side, in pixels.
  struct Box {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
  }

  /// Nil for any other character.
  init?(_ character: String) {
    switch character {
    case "█": self = .block(left: 0, top: 0, width: 8, height: 8)
    case "▀": self = .block(left: 0, top: 0, width: 8, height: 4)
    case "▄": self = .block(left: 0, top: 4, width: 8, height: 4)
    case "▌": self = .block(left: 0, top: 0, width: 4, height: 8)
    case "▐": self = .block(left: 4, top: 0, width: 4, height: 8)
    case "▏": self = .block(left: 0, top: 0, width: 1, height: 8)
    case "─": self = .lines(left: true, right: true, up: false, down: false, isHeavy: false, isRound: false)
    case "│": self = .lines(left: false, right: false, up: true, down: true, isHeavy: false, isRound: false)
    case "╭": self = .lines(left: false, right: true, up: false, down: true, isHeavy: false, isRound: true)
    case "╮": self = .lines(left: true, right: false, up: false, down: true, isHeavy: false, isRound: true)
    case "╰": self = .lines(left: false, right: true, up: true, down: false, isHeavy: false, isRound: true)
    case "╯": self = .lines(left: true, right: false, up: true, down: false, isHeavy: false, isRound: true)
    case "━": self = .lines(left: true, right: true, up: false, down: false, isHeavy: true, isRound: false)
    case "┃": self = .lines(left: false, right: false, up: true, down: true, isHeavy: true, isRound: false)
    case "┏": self = .lines(left: false, right: true, up: false, down: true, isHeavy: true, isRound: false)
    case "┓": self = .lines(left: true, right: false, up: false, down: true, isHeavy: true, isRound: false)
    case "┗": self = .lines(left: false, right: true, up: true, down: false, isHeavy: true, isRound: false)
    case "┛": self = .lines(left: true, right: false, up: true, down: false, isHeavy: true, isRound: false)
    default: return nil
    }
  }

  /// The element without its end.
  func svg(in box: Box, _ colour: String) -> String {
    switch self {
    case .block(let left, let top, let width, let height):
      // Sides in half pixels would blur: shapes of one colour must meet.
      #"<rect x="\#(box.left + box.width * left / 8)" y="\#(box.top + box.height * top / 8)" "#
        + #"width="\#(box.width * width / 8 + (width == 4 ? 1 : 0))" height="\#(box.height * height / 8)" "#
        + #"fill="\#(colour)" shape-rendering="crispEdges""#
    case .lines(let left, let right, let up, let down, let isHeavy, let isRound):
      #"<path d="\#(path(box, left, right, up, down, isRound))" fill="none" stroke="\#(colour)" "#
        + #"stroke-width="\#(isHeavy ? 3 : 1)""#
    }
  }

  private func path(_ box: Box, _ left: Bool, _ right: Bool, _ up: Bool, _ down: Bool, _ isRound: Bool) -> String {
    let (x, y) = ("\(box.left + box.width / 2).5", "\(box.top + box.height / 2).5")
    let (end, bottom) = (box.left + box.width, box.top + box.height)
    if left && right { return "M\(box.left) \(y)H\(end)" }
    if up && down { return "M\(x) \(box.top)V\(bottom)" }
    let (from, to) = (up ? box.top : bottom, left ? box.left : end)
    return isRound ? "M\(x) \(from)Q\(x) \(y) \(to) \(y)" : "M\(x) \(from)V\(y)H\(to)"
  }
}

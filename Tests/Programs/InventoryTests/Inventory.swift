import Foundation
import TestSupport

/// `Inventory.txt`: everything of commit cd7efc5 that users and scripts rely on, one item a line, and what became of it.
struct Inventory {
  /// What became of an item since cd7efc5.
  enum State: Equatable {
    case kept
    case renamed(to: String)
    case gone
    case new
  }

  /// A line of the table.
  struct Item {
    let kind: String
    let name: String
    let state: State
  }

  /// A line that isn't `KIND NAME`, or `KIND NAME # STATE: REASON`.
  struct Malformed: Error {
    let line: Substring
  }

  let items: [Item]

  init(_ text: String) throws {
    items = try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      guard let match = line.wholeMatch(of: /([a-z]+) +(.+?)(?: +# (gone|new|renamed (.+?)): .+)?/) else {
        throw Malformed(line: line)
      }
      let state: State
      switch (match.3, match.4) {
      case (nil, _): state = .kept
      case ("gone", _): state = .gone
      case ("new", _): state = .new
      case (_, let name): state = .renamed(to: String(name ?? ""))
      }
      return Item(kind: String(match.1), name: String(match.2), state: state)
    }
  }

  static func load() throws -> Inventory {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Inventory.txt")
    return try Inventory(String(contentsOf: file, encoding: .utf8))
  }

  /// The names of a kind that the programs must have now.
  func present(_ kind: String) -> Set<String> {
    Set(
      items.filter { $0.kind == kind }.compactMap { item in
        switch item.state {
        case .kept, .new: item.name
        case .renamed(let name): name
        case .gone: nil
        }
      })
  }
}

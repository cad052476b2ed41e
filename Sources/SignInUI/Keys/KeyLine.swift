import Terminal

/// The keys that matter most, in one line: as many as there is room for.
struct KeyLine {
  /// What is shown, from left to right.
  private static let order: [FormCommand] = [.next, .proceed, .reveal, .createAccount, .help, .cancel]
  /// What gives way first where the line is too long.
  private static let dispensable: [FormCommand] = [.reveal, .createAccount, .proceed, .next, .help]

  private let items: [(command: FormCommand, text: String)]

  /// - Parameters:
  ///   - bindings: The keys there are.
  ///   - proceed: What Enter does in the end, in a word or two.
  init(_ bindings: [KeyBinding], proceed: String) {
    items = Self.order.compactMap { command in
      guard let binding = bindings.first(where: { $0.meaning == .form(command) }), let key = binding.keys.first,
        let short = command == .proceed ? proceed : binding.short.map({ translated($0) })
      else { return nil }
      return (command, "\(key.name) \(short)")
    }
  }

  /// The line, at most `columns` wide where that is possible at all.
  func text(columns: Int) -> String {
    var items = items
    var dispensable = Self.dispensable
    while true {
      for gap in ["   ", "  ", " "].prefix(columns < 26 ? 3 : 2) {
        let line = items.map(\.text).joined(separator: gap)
        if TextWidth.columns(of: line) <= columns { return line }
      }
      if dispensable.isEmpty { return items.first?.text ?? "" }
      let least = dispensable.removeFirst()
      items.removeAll { $0.command == least }
    }
  }
}

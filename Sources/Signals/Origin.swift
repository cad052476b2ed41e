/// Where in the source a sender was made.
@usableFromInline struct Origin {
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @usableFromInline init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  func reportEndlessTurn(of sender: String) -> Never {
    fatalError(
      "Signals: \(Turn.limit) deliveries in one turn: the \(sender) made at \(fileID):\(line) is part of a cycle that never settles."
    )
  }
}

/// Where in the source a sender was made.
@usableFromInline struct Origin {
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @usableFromInline init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }
}

extension Origin: CustomStringConvertible {
  @usableFromInline var description: String { "\(fileID):\(line)" }
}

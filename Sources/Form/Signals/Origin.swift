/// The kind of a sender, and where in the source it was made. The message about a turn that never settles names both.
@usableFromInline struct Origin {
  @usableFromInline let kind: StaticString
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @usableFromInline init(_ kind: StaticString, fileID: StaticString, line: UInt) {
    self.kind = kind
    self.fileID = fileID
    self.line = line
  }
}

public import Wire

extension Keeper {
  /// Serves an administrator at the other end, and closes the socket in the end.
  public func administer(_ link: Link) {
    link.close()
  }
}

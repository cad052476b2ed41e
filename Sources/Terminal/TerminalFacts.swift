internal import Glibc

/// What the terminal of this process is like, found out without a byte written to it or a mode of it changed.
public nonisolated struct TerminalFacts: Hashable, Sendable {
  /// What `TERM` calls it.
  public let kind: String
  /// The size that it tells, or nil.
  public let size: Size?
  /// How many colours its description has.
  public let colours: ColourDepth

  /// Looks at the controlling terminal.
  /// - Throws: Why no form can be shown on it.
  public init() throws(TerminalError) {
    let device = try TerminalDevice()
    defer { device.close() }
    guard let name = getenv("TERM"), name[0] != 0 else { throw .unnamedTerminal }
    kind = String(cString: name)
    size = device.size
    colours = try TerminalDescription(of: kind, on: device.output).colours
  }
}

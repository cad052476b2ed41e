internal import Glibc

/// Facts about the terminal of this process, found without writing a byte to it or changing its modes.
public nonisolated struct TerminalFacts: Hashable, Sendable {
  /// The value of `TERM`.
  public let kind: String
  /// The size that the terminal reports; nil if none.
  public let size: Size?
  /// The number of colours in the terminal's description.
  public let colours: ColourDepth

  /// Examines the controlling terminal.
  /// - Throws: The reason why no form can be shown on it.
  public init() throws(TerminalError) {
    let device = try TerminalDevice()
    defer { device.close() }
    guard let name = getenv("TERM"), name[0] != 0 else { throw .unnamedTerminal }
    kind = String(cString: name)
    size = device.size
    colours = try TerminalDescription(of: kind, on: device.output).colours
  }
}

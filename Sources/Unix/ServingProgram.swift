internal import CUnix
internal import Glibc

/// A program that runs beside this one and serves it over a socket. It ends by itself when the socket closes.
public struct ServingProgram: Sendable {
  private let pid: Int32

  /// Starts the program at `path`, in a process group of its own, with a socket on descriptor 3 and no other descriptor
  /// but standard streams that lead nowhere.
  /// - Parameters:
  ///   - arguments: Its arguments, without its name.
  ///   - link: Its end of the socket, which stays open here.
  public init(at path: String, _ arguments: [String], link: Int32) throws(SystemError) {
    var copies = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    var pid: Int32 = 0
    let error = copies.withUnsafeMutableBufferPointer { signin_child_start(path, $0.baseAddress, link, &pid) }
    if error != 0 { throw SystemError(number: error) }
    self.pid = pid
  }

  /// The fate of a program that does not end in time.
  public enum Impatience: Sendable {
    /// Kill it.
    case kill
    /// Let it end by itself.
    case leave
  }

  /// Waits until the program has ended, at most `milliseconds`. Close its socket first.
  /// - Returns: Whether it has ended.
  @discardableResult
  public func end(within milliseconds: Int32, else impatience: Impatience) -> Bool {
    signin_child_end(pid, milliseconds, impatience == .kill ? 1 : 0) != 0
  }
}

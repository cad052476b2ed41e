internal import CUnix
public import Glibc

/// Gives the terminal back, however the process ends; see rescue.h.
public enum TerminalRescue {
  /// From now on a crash, or exit(3), writes `leave` to `descriptor`, drops pending input, and sets `found`. The
  /// descriptor should not block. Bytes past 1024 are cut.
  public static func arm(_ descriptor: Int32, found: termios, leave: [UInt8]) {
    var found = found
    leave.withUnsafeBytes { signin_rescue_arm(descriptor, &found, $0.baseAddress, $0.count) }
  }

  /// From now on a crash writes a sentence to standard error, once the terminal is given back. Call this before the first
  /// thread. Bytes past 1024 are cut.
  public static func say(afterCrash sentence: [UInt8]) {
    sentence.withUnsafeBytes { signin_crashes_say($0.baseAddress, $0.count) }
  }

  /// From now on a crash leaves the terminal alone: the program has given it back in order.
  public static func disarm() { signin_rescue_disarm() }

  /// Gives the terminal back now, as a crash does. Does nothing if that is done, or after `disarm`.
  public static func giveBack() { signin_rescue_now() }

  /// Drops the input so far. Call this once the bytes that give the terminal back are written, while its settings are still
  /// the program's.
  /// - Returns: The moment, for ``endDropping(_:since:)``.
  public static func beginDropping(_ descriptor: Int32) -> Int64 { signin_input_drop_begin(descriptor) }

  /// Drops input until the user has stopped typing. Work done since the beginning costs no further time.
  public static func endDropping(_ descriptor: Int32, since begin: Int64) {
    signin_input_drop_end(descriptor, begin)
  }
}

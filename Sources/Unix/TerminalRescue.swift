internal import CUnix
public import Glibc

/// Gives the terminal back, on whatever way the process ends: see rescue.h.
public enum TerminalRescue {
  /// From now on a crash, or exit(3), writes `leave` to `descriptor` (which should not block), drops pending input, and sets
  /// `found`. Bytes past 1024 are cut.
  public static func arm(_ descriptor: Int32, found: termios, leave: [UInt8]) {
    var found = found
    leave.withUnsafeBytes { signin_rescue_arm(descriptor, &found, $0.baseAddress, $0.count) }
  }

  /// From now on a crash leaves the terminal alone: it has been given back in order.
  public static func disarm() { signin_rescue_disarm() }

  /// Gives the terminal back now, as a crash does, unless that was done or taken back.
  public static func giveBack() { signin_rescue_now() }

  /// Drops what was typed, until nobody types any more: to be called when the terminal has been written what gives it back,
  /// and its settings are still the program's.
  public static func dropInput(of descriptor: Int32) { signin_input_drop(descriptor) }
}

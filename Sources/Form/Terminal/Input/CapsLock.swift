internal import Glibc

/// The Caps Lock of a Linux console. In a window or over a network, only the far end knows its state.
nonisolated struct CapsLock {
  // From <linux/kd.h>, which the module Glibc does not include: the state of the locks, and of the lights.
  private static let lockState: UInt = 0x4B64
  private static let lights: UInt = 0x4B31
  /// The bit of Caps Lock in both.
  private static let caps: UInt8 = 4

  private let descriptor: Int32

  /// Nil if `descriptor` is not a Linux console.
  init?(descriptor: Int32) {
    self.descriptor = descriptor
    if read(Self.lockState) == nil { return nil }
  }

  /// Whether Caps Lock is on. Some keymaps put another lock on that key, with the same light. So both are asked.
  var isOn: Bool {
    [Self.lockState, Self.lights].contains { (read($0) ?? 0) & Self.caps != 0 }
  }

  private func read(_ request: UInt) -> UInt8? {
    var value: UInt8 = 0
    return ioctl(descriptor, request, &value) == 0 ? value : nil
  }
}

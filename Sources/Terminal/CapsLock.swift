internal import Glibc

/// The Caps Lock of a Linux console. In a window or over a network nobody but the far end knows it.
nonisolated struct CapsLock {
  // From <linux/kd.h>, which Glibc does not show: the state of the locks, and the lights.
  private static let lockState: UInt = 0x4B64
  private static let lights: UInt = 0x4B31
  /// The bit of Caps Lock in both.
  private static let caps: UInt8 = 4

  private let descriptor: Int32

  /// Nil where `descriptor` is not a Linux console.
  init?(descriptor: Int32) {
    self.descriptor = descriptor
    if read(Self.lockState) == nil { return nil }
  }

  /// Whether it is on. Keymaps that put another lock on the key light the same light, so both are asked.
  var isOn: Bool {
    [Self.lockState, Self.lights].contains { (read($0) ?? 0) & Self.caps != 0 }
  }

  private func read(_ request: UInt) -> UInt8? {
    var value: UInt8 = 0
    return ioctl(descriptor, request, &value) == 0 ? value : nil
  }
}

import TestSupport

extension Pty {
  /// Types a password into the form, and waits until each of its characters is a bullet on the screen. No mark says that a
  /// password is right before somebody has checked it.
  func typeMasked(_ keys: String, showing count: Int? = nil) throws {
    let wanted = bullets + (count ?? keys.count)
    type(keys)
    try wait(for: "masked password") { self.bullets >= wanted }
  }

  /// The bullets written so far.
  private var bullets: Int { everything.count { $0 == "•" } }
}

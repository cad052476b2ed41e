import Observation

/// The form's work for each keystroke with Swift's own `Observation`.
///
/// Its observers are told once, and before the value changes. So each asks again after each change, as a view does.
@Observable final class ObservedFields {
  var email = 0
  var password = 0
}

/// A piece of work that runs again whenever something that it has read changes.
final class Tracking {
  private let work: () -> Void
  private var isDue = false

  init(_ work: @escaping () -> Void) {
    self.work = work
    run()
  }

  /// Runs the work if something has changed.
  func settle() {
    guard isDue else { return }
    isDue = false
    run()
  }

  private func run() {
    withObservationTracking(work) { [weak self] in
      MainActor.assumeIsolated { self?.isDue = true }
    }
  }
}

extension Pipeline {
  /// The same state as ``signals(into:joined:)``. Repeats are skipped before they reach the form.
  static func observation(into form: Form, joined: Bool) -> Running {
    let fields = ObservedFields()
    func status(_ value: Int, _ last: inout Int, _ isValid: inout Bool) {
      let value = value & 7
      guard value != last else { return }
      last = value
      if value != 9 { isValid = value > 3 }
    }
    var (lastEmail, lastPassword) = (0, 0)
    var trackings = [
      Tracking { status(fields.email, &lastEmail, &form.isEmailValid) },
      Tracking { status(fields.password, &lastPassword, &form.isPasswordValid) },
    ]
    if joined {
      trackings.append(
        Tracking {
          let isEnabled = fields.email & 7 > 3 && fields.password & 7 > 3
          if isEnabled != form.isSubmitEnabled { form.isSubmitEnabled = isEnabled }
        })
    }
    return Running(
      type: { [trackings] event in
        if event & 1 == 0 { fields.email = event / 2 } else { fields.password = event / 2 }
        for tracking in trackings { tracking.settle() }
      }, owner: fields)
  }
}

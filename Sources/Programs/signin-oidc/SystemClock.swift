import CWorker
import Glibc
import OpenID

/// The clocks of the machine. A wait costs no wake-up before its end.
struct SystemClock: LoginClock {
  var elapsed: Duration { .milliseconds(signin_worker_now()) }

  var now: Double { Double(time(nil)) }

  func wait(_ pause: Duration) {
    signin_worker_wait_until(signin_worker_now() + Int64(pause / .milliseconds(1)))
  }
}

import CWorker
import OpenID

/// One line for an administrator about each sign-in that came to nothing. It names no person, and holds no secret.
enum AdministratorLog {
  static func write(_ fault: OpenIDFault, of provider: String) {
    signin_worker_log("signin-oidc", "oidc provider=\(provider) \(fault.line)")
  }

  static func write(_ problem: SettingsSource.Problem, of provider: String) {
    signin_worker_log(
      "signin-oidc", "oidc provider=\(provider) step=settings code=settings reason=\"\(problem.sentence)\"")
  }
}

import Curl
import Glibc
import OpenID
import OpenIDSettings
import Secrets

/// What `signin doctor` finds about a provider: its settings, metadata, keys and clock, and whether it gives this client a
/// code. The code ends by itself.
struct ProviderCheck {
  private let name: String
  private let settings: SettingsSource
  private let network: CurlClient

  init(of name: String, _ settings: SettingsSource, over network: CurlClient) {
    self.name = name
    self.settings = settings
    self.network = network
  }

  /// Writes a line for each finding: its part, its verdict and its sentence, with tabs between. Then the program ends.
  func run() -> Never {
    do throws(SettingsSource.Problem) {
      let provider = try settings.provider(name)
      do throws(ClientSecret.Problem) {
        report(ProviderTrial(provider, try ClientSecret.read(of: provider)))
      } catch {
        write("settings", "bad", "oidc.\(name).client-secret: \(error.sentence)")
      }
    } catch {
      write("settings", "bad", "oidc.\(name): \(error.sentence)")
    }
    exit(0)
  }

  private func report(_ trial: ProviderTrial) {
    let provider = trial.provider
    do throws(OpenIDFault) {
      let result = try trial.run(over: network, SystemClock())
      write("provider", "good", "\(provider.issuer) answers, has \(result.keys) keys, and gives codes for devices.")
      if let skew = result.skew, abs(skew) > 30 {
        let side = skew > 0 ? "behind" : "ahead of"
        write("clock", "bad", "This machine is \(abs(skew)) s \(side) \(provider.issuer). Set the clock.")
      }
    } catch {
      write("provider", "bad", "\(provider.issuer): \(error.advice) (\(error.line))")
    }
  }

  private func write(_ part: String, _ verdict: String, _ sentence: String) {
    print(part, verdict, sentence, separator: "\t")
  }
}

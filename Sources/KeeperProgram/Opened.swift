import Glibc
import Identity
import Keeper
import Programs
import Sentences
import Wire

/// The store and the rules that the settings name; or the reason why there are none, which the form is told.
struct Opened {
  let office: Result<Office, Unavailability>
  /// The store, to be closed in the end.
  private(set) var store: KeptStore?

  /// - Parameter crew: Starts the workers that prove names.
  @MainActor init(_ options: KeeperOptions, _ engine: KeptStore.Engine, _ crew: WorkerCrew) {
    do throws(Failure) {
      let settings = try Settings.ofKeeper(options: options.choices, file: options.config)
      let store = try engine(settings, nil)
      let office = try store.office(settings, crew, verifiers: [geteuid()]) { stranger in
        // Tells the administrator whom to link, by the text that `signin account link` takes.
        StandardStreams.writeDiagnostic(
          translated(
            "{subject} can't sign in: no account is linked to it. See signin account link.", ["subject": stranger.text])
        )
      }
      self.store = store
      self.office = .success(office)
    } catch {
      // Where the form is on a screen, nobody sees this sentence.
      StandardStreams.writeDiagnostic(error.sentence)
      office = .failure(.settings)
    }
  }
}

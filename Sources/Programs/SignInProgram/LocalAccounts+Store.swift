package import Identity
import Server
package import Settings
import Sentences
package import Unix

extension LocalAccounts {
  /// The accounts of the store that the settings name. It opens with the first request.
  /// - Parameters:
  ///   - engine: Opens the store.
  ///   - loop: The program's loop.
  ///   - source: The source of all attempts.
  ///   - report: Called with a sentence for whoever looks after the accounts.
  package static func open(
    _ settings: Settings, _ engine: OpenedStore.Engine, _ loop: RunLoop, _ source: AttemptSource,
    report: @escaping @MainActor (String) -> Void
  ) throws(Failure) -> LocalAccounts {
    let pool = WorkerPool(loop)
    let store = try engine(settings, nil)
    let dependencies = try store.dependencies(settings, pool) { stranger in
      // Reports whom to link, by the text that `signin account link` takes.
      let sentence = translated(
        "{subject} can't sign in: no account is linked to it. See signin account link.", ["subject": stranger.text])
      Task { @MainActor in report(sentence) }
    }
    // The threads must stay free for the attempts that this one waits for.
    let turn = ThrottleWait { pause in await loop.wait(pause) }
    return LocalAccounts(loop, UseCases(dependencies, source: source, bearer: .anybody, turn: turn)) {
      await pool.end()
      await store.close()
    }
  }
}

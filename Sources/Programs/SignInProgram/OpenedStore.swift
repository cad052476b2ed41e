package import Identity
package import AccountService
package import ProgramSupport
package import Settings

/// A store of any engine, and what its use cases need besides the ports. Programs that keep accounts differ in nothing
/// else.
package struct OpenedStore: Sendable {
  /// The ports of a store that can be checked.
  package typealias Ports = AccountService.Store & CheckableStore

  /// Opens the store that the settings name, or says why this program can't keep it. `folder` is that of a service, and
  /// nil for the server of one form.
  package typealias Engine = @MainActor (_ settings: Settings, _ folder: String?) throws(Failure) -> OpenedStore

  let ports: any Ports
  let keys: any SealingKeySource
  let threads: Int
  let isPresent: @Sendable () throws(StoreError) -> Bool
  let close: @Sendable () async -> Void

  /// - Parameters:
  ///   - ports: The store itself.
  ///   - keys: The key of its second steps.
  ///   - threads: The threads that a service has for it: as many operations can be under way at once.
  ///   - isPresent: Returns whether the store exists. It only looks.
  ///   - close: Closes the store.
  package init(
    _ ports: any Ports, keys: any SealingKeySource, threads: Int,
    isPresent: @escaping @Sendable () throws(StoreError) -> Bool, close: @escaping @Sendable () async -> Void
  ) {
    self.ports = ports
    self.keys = keys
    self.threads = threads
    self.isPresent = isPresent
    self.close = close
  }
}

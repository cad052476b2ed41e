package import Programs

/// The start of every program that keeps accounts. signin starts it, or a service manager does, and signin speaks to it
/// over a socket. See Decisions/0100-keeper.md and Decisions/0118-signind-as-a-service.md.
package enum KeeperStart {
  /// Does what the command line asks for.
  /// - Parameter engine: Opens the store.
  @MainActor package static func play(_ arguments: [String], _ engine: KeptStore.Engine) throws(Failure) {
    let options = try KeeperOptions(arguments)
    if options.showsVersion { return try StandardStreams.writePage(Program.version) }
    if options.showsHelp { return try StandardStreams.writePage(KeeperOptions.help) }
    if options.isService { try Service.serve(options, engine) }
    try Program.prepareForSecrets()
    try OneForm.serve(options, engine)
  }
}

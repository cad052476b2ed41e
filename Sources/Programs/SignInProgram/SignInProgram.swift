package import ProgramSupport
package import Settings
import Administration

/// `signin`: the form, the gate, the scripts' side, all administration, and the service.
package enum SignInProgram {
  /// Does what the command line asks for.
  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - engine: Opens the store.
  @MainActor package static func play(_ arguments: [String], _ engine: OpenedStore.Engine) throws(Failure) {
    // Without arguments nothing is parsed before the first frame.
    if arguments.isEmpty { return try FormOptions().perform(engine) }
    let command = try RootCommand.command(of: arguments)
    if let login = command as? LoginCommand { return try FormOptions(login, arguments).perform(engine) }
    if let serve = command as? ServeCommand {
      if serve.check { return try ServiceCheck.perform(serve, engine) }
      try Service.serve(serve, engine)
    }
    try Program.prepareForSecrets()
    guard let command = command as? any ProgramCommand else { try RootCommand.run(command) }
    try command.perform(engine)
  }
}

/// A command that works with the parts of the form.
protocol ProgramCommand {
  /// Does the work. After a failure the program exits with its status and sentence.
  /// - Parameter engine: Opens the store.
  @MainActor func perform(_ engine: OpenedStore.Engine) throws(Failure)
}

extension FormOptions: ProgramCommand {
  func perform(_ engine: OpenedStore.Engine) throws(Failure) {
    try Program.prepareForSecrets()
    try findCommand()
    let settings = try Settings.effective(options: choices, file: config)
    try settings.requireProvider()
    try requireMemory(settings)
    let composition = try Composition(self, settings, engine)
    if readsPasswordFromStandardInput {
      try SignInWithoutScreen.run(self, composition)
    } else {
      try SignInOnScreen.run(self, composition)
    }
  }
}

// The form's options have their own table, without Foundation: ArgumentParser would cost a third of the start.
// There is no async main, because the main thread belongs to the terminal's event loop.
import ArgumentParser
import Glibc
import Secrets
import Sentences
import Unix

StandardStreams.occupyClosed()
TextLocale.adopt()
Catalogue.open(in: TextLocale.catalogues)
// At exit the terminal is restored, and no more memory will be locked.
atexit { StandardStreams.reportUnlockedMemory() }
do throws(Failure) {
  do {
    try SecretMemory.prepare()
  } catch {
    throw Failure(error)
  }
  do {
    try BackgroundWork.start()
  } catch {
    throw Failure(
      .unavailable,
      translated("Can't start a thread: {error}. Close other programs and try again.", ["error": error.cause]))
  }
  switch try FormOptions.parse(Array(CommandLine.arguments.dropFirst())) {
  case .form(let options) where options.readsPasswordFromStandardInput: try SignInWithoutScreen.run(options)
  case .form(let options): try SignInOnScreen.run(options)
  case .help: try StandardStreams.writePage(HelpPage.text)
  case .version: try StandardStreams.writePage(SignInCommand.configuration.version)
  case .subcommand: try SignInCommand.play(Array(CommandLine.arguments.dropFirst()))
  }
} catch {
  StandardStreams.writeDiagnostic(error.sentence)
  exit(error.status.rawValue)
}

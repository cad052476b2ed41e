// The form's options have their own table, without Foundation: ArgumentParser would cost a third of the start.
// There is no async main, because the main thread belongs to the terminal's event loop.
import ArgumentParser
import CProcess
import Glibc
import Secrets
import Sentences
import Unix

StandardStreams.occupyClosed()
// With the rights of another user, every command of that user's store would be open to anybody.
if signin_process_has_extra_rights() != 0 {
  StandardStreams.writeDiagnostic(
    translated(
      "signin doesn't run with more rights than its user has. "
        + "Remove the setuid and setgid bits and the capabilities from its file."))
  exit(ExitStatus.configuration.rawValue)
}
TextLocale.adopt()
Catalogue.open(in: TextLocale.catalogues)
// At exit the terminal is restored, and no more memory will be locked.
atexit { StandardStreams.reportUnlockedMemory() }
do throws(Failure) {
  do {
    try SecretMemory.prepare(hidingError: signin_process_hiding_error())
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

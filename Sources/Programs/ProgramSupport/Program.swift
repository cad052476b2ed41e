import CProcess
import Glibc
import Identity
import Secrets
import Sentences
package import Unix

/// The start and the end of every program.
///
/// This module holds what all programs of signin do in the same way: environment, failures with their exit
/// status, standard streams, lines of JSON, small files, and the preparation for secrets. It knows neither the store nor
/// a parser of subcommands.
package enum Program {
  /// The version of all programs, as `--version` prints it.
  package static let version = "signin 0.2.0"

  /// Takes the standard streams and the language, then does `body`. After a failure, the program exits with its status
  /// and sentence.
  @MainActor
  package static func run(_ body: @MainActor () throws(Failure) -> Void) {
    StandardStreams.occupyClosed()
    // With the rights of another user, every command of that user's store would be open to anybody.
    if signin_process_has_extra_rights() != 0 {
      end(
        Failure(
          .configuration,
          translated(
            "signin doesn't run with more rights than its user has. "
              + "Remove the setuid and setgid bits and the capabilities from its file.")))
    }
    TextLocale.adopt()
    Catalogue.open(in: TextLocale.catalogues)
    TerminalRescue.say(
      afterCrash: StandardStreams.diagnostic(
        translated(
          "signin has crashed. That is a fault in the program, not yours. Start it again. Report it to whoever gave you "
            + "the program: the version, and what you did just before. Never send a password.") + " (\(version))"))
    do {
      try body()
    } catch {
      end(error)
    }
  }

  /// Prepares the process for secrets. Call it before any input is read.
  package static func prepareForSecrets() throws(Failure) {
    // At exit the terminal is restored, and no more memory will be locked.
    atexit { StandardStreams.reportUnlockedMemory() }
    do {
      try SecretMemory.prepare(hidingError: signin_process_hiding_error())
    } catch {
      throw Failure(error)
    }
  }

  /// Exits with the status of a failure, and its sentence on standard error.
  package static func end(_ failure: Failure) -> Never {
    StandardStreams.writeDiagnostic(failure.sentence)
    exit(failure.status.rawValue)
  }
}

extension Failure {
  /// The system has no thread left.
  package static func noThread(_ error: SystemError) -> Failure {
    Failure(.noThread(errorNumber: error.number))
  }
}

// There is no async main, because the main thread belongs to the terminal's event loop.
import SignInProgram
import ProgramSupport
import Settings

Program.run { () throws(Failure) in
  try SignInProgram.play(Array(CommandLine.arguments.dropFirst())) { settings, folder throws(Failure) in
    // What is wrong with an address, its user says. A service opens what its settings name, and people ask a service.
    let address = folder == nil ? try? settings.storeAddress : settings.keptStore
    if case .postgreSQL? = address { throw PostgreSQLProgram.become() }
    return try SQLiteEngine.open(settings, in: folder)
  }
}

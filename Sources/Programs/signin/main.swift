// There is no async main, because the main thread belongs to the terminal's event loop.
import SignInProgram
import Settings

Program.run { () throws(Failure) in
  try SignInProgram.play(Array(CommandLine.arguments.dropFirst())) { settings, folder throws(Failure) in
    // A service has a folder, and may have no home. What is wrong with an address, its user says.
    if case .postgreSQL? = try? settings.storeAddress { throw PostgreSQLProgram.become() }
    return try SQLiteEngine.open(settings, in: folder)
  }
}

// signin, for accounts in PostgreSQL.
import SignInProgram
import ProgramSupport

Program.run { () throws(Failure) in
  let arguments = Array(CommandLine.arguments.dropFirst())
  let rest = Array(arguments.dropFirst())
  switch arguments.first {
  case "--migrate": try Migration.perform(rest)
  case "--tables": try Migration.requireTables()
  case "--check": try Check.perform(rest)
  case "--rotate-key": try Rotation.perform(rest)
  case "--copy": try Copy.perform(rest)
  default: try SignInProgram.play(arguments, PostgreSQLEngine.open)
  }
}

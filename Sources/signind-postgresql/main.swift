// The keeper of accounts in PostgreSQL. See KeeperProgram.
import KeeperProgram
import Programs

Program.run { () throws(Failure) in
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.first == "--migrate" { return try Migration.perform(Array(arguments.dropFirst())) }
  try KeeperStart.play(arguments, PostgreSQLEngine.open)
}

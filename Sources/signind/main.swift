// The keeper of accounts in a file. See KeeperProgram.
import KeeperProgram
import Programs

Program.run { () throws(Failure) in
  try KeeperStart.play(Array(CommandLine.arguments.dropFirst()), SQLiteEngine.open)
}

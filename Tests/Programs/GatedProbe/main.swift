// Prints the state in which it was started, for the tests of the environment of a command behind the form.
import Glibc

func lines(of path: String) -> [Substring] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { text += buffer[..<count] }
  return String(decoding: text, as: UTF8.self).split(separator: "\n")
}

// This must come before any other descriptor is opened.
let descriptors = (Int32(0)..<1024).filter { fcntl($0, F_GETFD) >= 0 }

print("arguments", CommandLine.arguments.dropFirst())
for name in ["SIGNIN_EMAIL", "SIGNIN_SESSION"] { print(name, getenv(name).map { String(cString: $0) } ?? "none") }
print("descriptors", descriptors)
for name in ["SigBlk", "SigCgt", "Umask", "NoNewPrivs"] {
  print(lines(of: "/proc/self/status").first { $0.hasPrefix(name) } ?? "\(name) unknown")
}
// Without 32 and 33, which belong to glibc's threads: no program can see or set their dispositions.
let ignored = lines(of: "/proc/self/status").first { $0.hasPrefix("SigIgn:\t") }.flatMap {
  UInt64($0.dropFirst(8), radix: 16)
}
print("ignored", ignored.map { $0 & ~0x1_8000_0000 } ?? 0)
print("limits", lines(of: "/proc/self/limits"))
var settings = termios()
let terminal = open("/dev/tty", O_RDWR | O_NOCTTY)
print(
  "terminal", tcgetattr(terminal, &settings), settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag,
  withUnsafeBytes(of: settings.c_cc) { Array($0) }, fcntl(0, F_GETFL), fcntl(2, F_GETFL))
print("foreground", getpgrp() == tcgetpgrp(terminal))

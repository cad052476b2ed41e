import Foundation
import TestSupport

/// The writes of programs to the files of a store, and their output meanwhile, as strace(1) recorded them.
struct DiskRecording {
  enum Event: Equatable {
    /// A file was opened, and created if it was missing.
    case made(String)
    case wrote(String, at: Int, [UInt8])
    case cut(String, to: Int)
    case removed(String)
    case renamed(String, to: String)
    /// A sync of a file or directory returned: all earlier writes to it are on the disk.
    case synced(String)
    /// A password was about to be hashed.
    case hashes
    /// A text was written to standard output.
    case told(String)
  }

  private(set) var events: [Event] = []
  private let folder: String

  /// A recording of the events in `folder`.
  init(of folder: String) {
    self.folder = folder
  }

  /// Runs `signin`, and adds its events.
  mutating func record(_ arguments: [String], in sandbox: Sandbox, input: String) async throws -> ChildProcess.Finished
  {
    let log = sandbox.path("calls")
    let calls = "openat,pwrite64,write,ftruncate,unlink,rename,fsync,fdatasync,mmap"
    let tracer = ["strace", "-f", "-qq", "-y", "-xx", "-s", "1000000", "-e", "trace=\(calls)", "-o", log]
    let command = Administrator.launcher + tracer + [Sandbox.signin] + arguments
    let finished = try await sandbox.run(command[0], Array(command.dropFirst()), input: .text(input))
    var waiting: [Substring: String] = [:]
    for line in try String(contentsOfFile: log, encoding: .ascii).split(separator: "\n") {
      add(line, &waiting)
    }
    return finished
  }

  /// Adds the event of one line. A sync counts at its return, everything else at its start.
  private mutating func add(_ line: Substring, _ waiting: inout [Substring: String]) {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return }
    let (process, call) = (parts[0], parts[1].drop { $0 == " " })
    if call.hasPrefix("<...") {
      if let path = waiting.removeValue(forKey: process), call.hasSuffix("= 0") { events.append(.synced(path)) }
      return
    }
    let name = call.prefix { $0 != "(" }
    if name == "mmap" {
      if call.contains("MAP_POPULATE") { events.append(.hashes) }  // only for argon2's memory
      return
    }
    let texts = Self.texts(call)
    if name == "write" {
      if call.hasPrefix("write(1<"), let text = texts.last {
        events.append(.told(String(decoding: text, as: UTF8.self)))
      }
      return
    }
    let index = name == "openat" ? 1 : 0
    guard texts.count > index else { return }
    let path = String(decoding: texts[index], as: UTF8.self)
    guard path.hasPrefix(folder), !path.hasSuffix("-shm") else { return }
    switch name {
    case "openat" where call.contains("O_CREAT"): events.append(.made(path))
    case "pwrite64" where texts.count > 1:
      if let offset = Self.lastNumber(call) { events.append(.wrote(path, at: offset, texts[1])) }
    case "ftruncate":
      if let length = Self.lastNumber(call) { events.append(.cut(path, to: length)) }
    case "unlink": events.append(.removed(path))
    case "rename" where texts.count > 1:
      events.append(.renamed(path, to: String(decoding: texts[1], as: UTF8.self)))
    case "fsync", "fdatasync":
      if call.hasSuffix("= 0") { events.append(.synced(path)) } else { waiting[process] = path }
    default: break
    }
  }

  /// The last argument: 24776 in `pwrite64(…, 4096, 24776) = 4096`.
  private static func lastNumber(_ call: Substring) -> Int? {
    let arguments = call.prefix(upTo: call.lastIndex(of: "=") ?? call.endIndex)
    guard let comma = arguments.lastIndex(of: ",") else { return nil }
    return Int(arguments[comma...].dropFirst(2).prefix { $0.isNumber })
  }

  /// The texts between `<` and `>` or in quotes in a line, where each byte is like `\x2f`.
  private static func texts(_ call: Substring) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    var bytes = Array(call.utf8)[...]
    while let start = bytes.firstIndex(of: UInt8(ascii: "\\")) {
      var text: [UInt8] = []
      bytes = bytes[start...]
      while bytes.count >= 4, bytes.first == UInt8(ascii: "\\") {
        let digits = bytes[(bytes.startIndex + 2)..<(bytes.startIndex + 4)].map { digit in
          digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
        }
        text.append(digits[0] << 4 | digits[1])
        bytes = bytes.dropFirst(4)
      }
      texts.append(text)
    }
    return texts
  }
}

import Glibc
import Identity

extension StoreFile {
  /// Makes the file if it is missing: under another name, until it is a whole store. So there is never an empty file at
  /// the path, and a program that is killed leaves nothing there. See Decisions/0081-log-has-limits.md.
  /// - Parameter fill: Makes a store in the given empty file, without other files beside it, and closes it.
  func makeIfMissing(_ fill: (StoreFile) throws -> Void) throws {
    guard case .missing = try inspect() else { return }
    try makeDirectory(directory)
    let directory = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw StoreError.failing(at: self.directory, doing: .open) }
    defer { close(directory) }
    try lock(directory)
    // Another program may have made it meanwhile. A file left by a program that was killed is of no use.
    guard case .missing = try inspect() else { return }
    let draft = StoreFile(path: path + "-new")
    draft.remove()
    do {
      try draft.makeFile()
      try fill(draft)
      guard rename(draft.path, path) == 0 else { throw StoreError.failing(at: path, doing: .make) }
    } catch {
      draft.remove()
      throw error
    }
    // Makes the name survive a power cut, not only the content.
    guard fsync(directory) == 0 else { throw StoreError.failing(at: self.directory, doing: .write) }
  }

  /// Makes other programs wait that want to make a store in the same directory. The lock ends with the descriptor.
  private func lock(_ directory: Int32) throws(StoreError) {
    let patience = Patience()
    for times in 0... {
      if flock(directory, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK else { throw .failing(at: self.directory, doing: .open) }
      guard patience.waitsAgain(after: times) else { throw .unreachable(.busy, path: self.directory) }
    }
  }

  private func remove() {
    for each in [path] + companions { unlink(each) }
  }
}

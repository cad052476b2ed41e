import Glibc
import Sentences
package import Unix

/// A file that people write by hand: settings, or a theme.
package struct SmallFile {
  let path: String

  package init(path: String) { self.path = path }

  /// The contents of the file.
  package struct Contents {
    package let bytes: ArraySlice<UInt8>
    /// The file or a folder above it, if a user other than root and this one could change that.
    package let risk: PathWalk.Risk?
  }

  /// Reads the file; nil if it is missing.
  /// - Throws: A failure with status 78 and the path, if the file cannot be read, is not a file, is too long, or is
  ///   missing behind a link.
  package func contents() throws(Failure) -> Contents? {
    let walk: PathWalk
    do throws(PathWalk.Stop) {
      walk = try PathWalk(toFile: path)
    } catch {
      guard error.errorNumber == ENOENT else { throw unreadable(error.errorNumber) }
      guard !error.isInLink else { throw failure(translated("it is behind a link that leads nowhere.")) }
      return nil
    }
    let risk = walk.risk
    return try walk.withDescriptor { (file) throws(Failure) in Contents(bytes: try self.bytes(of: file), risk: risk) }
  }

  private func bytes(of file: Int32) throws(Failure) -> ArraySlice<UInt8> {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(translated("it isn't a file."))
    }
    guard status.st_size <= Self.longest else {
      throw failure(translated("it is longer than {limit} bytes.", ["limit": String(Self.longest)]))
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress.map { $0 + length }, $0.count - length) }
      guard count >= 0 else { throw unreadable(errno) }
      if count == 0 { break }
      length += count
    }
    return bytes[..<length]
  }

  /// The failure for a missing file that is required.
  package var missing: Failure { unreadable(ENOENT) }

  /// A failure that concerns the whole file.
  package func failure(_ sentence: String) -> Failure {
    Failure(.configuration, "\(path): \(sentence)")
  }

  private func unreadable(_ errorNumber: Int32) -> Failure {
    failure(translated("it can't be read: {error}.", ["error": systemError(errorNumber)]))
  }

  private static let longest = off_t(65_536)
}

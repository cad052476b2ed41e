import Glibc
import Unix

/// Whether a service listens at that path. A socket is there a moment before it listens.
public func isListening(at path: String) -> Bool {
  guard let connection = try? ServiceSocket(at: path).connect() else { return false }
  close(connection)
  return true
}

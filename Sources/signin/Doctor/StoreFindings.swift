import Glibc
import Identity
import IdentitySQLite

/// Whether the store is there, closed to others, and keeps what is written to it.
struct StoreFindings {
  let settings: Settings

  var all: [Finding] {
    do throws(Failure) {
      let file = try settings.storeFile
      do throws(StoreError) {
        guard try file.inspect() == .present else { return [missing(file)] }
        // Before the store is opened, which mends what it can.
        let modes = modes(file)
        return [try accounts(file), modes, try durability(file)]
      } catch {
        throw Failure(error)
      }
    } catch {
      return [.bad("store", error.sentence)]
    }
  }

  private func missing(_ file: StoreFile) -> Finding {
    var folder = file.path
    repeat {
      folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
      if folder.isEmpty { folder = "/" }
    } while access(folder, F_OK) != 0 && folder != "/" && folder != "."
    guard access(folder, W_OK | X_OK) == 0 else {
      return .bad("store", "\(file.path) is not there, and cannot be made: nothing can be written in \(folder).")
    }
    return .warning("store", "\(file.path) is not there yet. Make it with: signin account add EMAIL.")
  }

  private func accounts(_ file: StoreFile) throws(StoreError) -> Finding {
    let result = waiting { () async -> Result<Bool, StoreError> in
      do throws(StoreError) {
        return .success(try await SQLiteStore(file: file).isEmpty())
      } catch {
        return .failure(error)
      }
    }
    if try result.get() {
      return .warning("store", "\(file.path) holds no account. Add one with: signin account add EMAIL.")
    }
    return .good("store", "\(file.path) can be opened, and nobody else can change it.")
  }

  private func modes(_ file: StoreFile) -> Finding {
    var status = stat()
    guard lstat(file.path, &status) == 0 else { return .bad("modes", "\(file.path) cannot be looked at.") }
    let mode = "0" + String(status.st_mode & 0o777, radix: 8)
    guard status.st_mode & 0o077 == 0 else {
      return .bad("modes", "\(file.path) had mode \(mode): others could read it. The next command makes that 0600.")
    }
    return .good("modes", "\(mode): nobody else can read it.")
  }

  private func durability(_ file: StoreFile) throws(StoreError) -> Finding {
    let result = waiting { () async -> Result<StoreDurability, StoreError> in
      do throws(StoreError) {
        return .success(try await SQLiteStore(file: file).durability())
      } catch {
        return .failure(error)
      }
    }
    let found = try result.get()
    let text = "Journal \(found.journal), synchronous \(found.synchronous)"
    guard found.isFull else {
      return .bad("durability", "\(text): the last changes may be lost in a power cut. Move the store to a local disk.")
    }
    return .good("durability", "\(text): a power cut loses nothing.")
  }
}

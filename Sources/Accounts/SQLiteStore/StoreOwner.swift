import Glibc
public import Identity
import Unix

extension StoreFile {
  /// Runs `body` with the rights of the owner of the file's folder, if root calls it. Anybody else keeps their own.
  ///
  /// So root works on the store of a service, and no file of it changes hands.
  public func asOwner<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
    let result: Result<R, StoreError>
    do {
      result = try ProcessUser.withRights(ofOwnerOf: directory) { Result { () throws(StoreError) in try body() } }
    } catch {
      throw .unreachable(.refused(.open, errorNumber: error.number), path: directory)
    }
    return try result.get()
  }

  /// Becomes the owner of the file's folder, for good, if root calls it.
  public func becomeOwner() throws(StoreError) {
    guard ProcessUser.isRoot else { return }
    do throws(ProcessUser.Problem) {
      try ProcessUser.become(ownerOf: directory)
    } catch {
      switch error {
      // A folder that is missing, or root's own.
      case .noFolder, .folderOfRoot: return
      case .refused(let error): throw .unreachable(.refused(.open, errorNumber: error.number), path: directory)
      }
    }
  }
}

public import Identity
public import Unix

/// A keeper that this program starts, and that serves it alone.
@MainActor public final class EmbeddedKeeper: KeeperClient.Keeper {
  private let path: () -> String?
  private let arguments: [String]
  private let absence: KeeperFault
  private var program: ServingProgram?

  /// - Parameters:
  ///   - path: The program's path; nil if it was not found. Asked for when it is started, after the first frame.
  ///   - arguments: Its arguments.
  ///   - absence: The fault if it is missing.
  public init(at path: @autoclosure @escaping () -> String?, _ arguments: [String], absence: KeeperFault = .missing) {
    self.path = path
    self.absence = absence
    self.arguments = arguments
  }

  /// Starts the program.
  public func connect() throws(StoreError) -> Link {
    guard let path = path() else { throw .keeper(absence) }
    do throws(SystemError) {
      let (ours, its) = try Link.pair()
      defer { its.close() }
      do throws(SystemError) {
        program = try ServingProgram(at: path, arguments, link: its.descriptor)
      } catch {
        ours.close()
        throw error
      }
      return ours
    } catch {
      throw .keeper(error.isAbsence ? absence : .notStarted)
    }
  }

  /// Closes the connection, at which the program ends, and waits for that.
  public func end(_ link: Link, within milliseconds: Int32, else impatience: ServingProgram.Impatience) {
    link.close()
    program?.end(within: milliseconds, else: impatience)
    program = nil
  }
}

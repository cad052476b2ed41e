package import Identity
import Unix

/// A journal that takes each record as a datagram.
package protocol DatagramJournal: AttemptJournal {
  /// The name of the journal in errors.
  static var recorder: StoreError.Recorder { get }
  /// The socket.
  var path: String { get }
  /// Returns a record as its protocol writes it.
  func datagram(_ record: JournalRecord) -> [UInt8]
}

extension DatagramJournal {
  package func write(_ record: JournalRecord) throws(StoreError) {
    try recording { () throws(SystemError) in try LocalDatagram.send(datagram(record), to: path) }
  }

  package func writeAtOnce(_ record: JournalRecord) throws(StoreError) -> Bool {
    try recording { () throws(SystemError) in try LocalDatagram.sendAtOnce(datagram(record), to: path) }
  }

  package func waitUntilReady() throws(StoreError) {
    try recording { () throws(SystemError) in try LocalDatagram.waitForRoom(at: path) }
  }

  private func recording<Value>(_ work: () throws(SystemError) -> Value) throws(StoreError) -> Value {
    do throws(SystemError) {
      return try work()
    } catch {
      throw .notRecorded(Self.recorder, errorNumber: error.number)
    }
  }
}

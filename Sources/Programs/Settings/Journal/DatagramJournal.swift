import Identity
import Unix

/// A journal that takes each record as a datagram.
protocol DatagramJournal: AttemptJournal {
  /// The name of the journal in errors.
  static var recorder: StoreError.Recorder { get }
  /// The socket.
  var path: String { get }
  /// Returns a record as its protocol writes it.
  func datagram(_ record: JournalRecord) -> [UInt8]
}

extension DatagramJournal {
  func write(_ record: JournalRecord) throws(StoreError) {
    do {
      try LocalDatagram.send(datagram(record), to: path)
    } catch {
      throw .notRecorded(Self.recorder, errorNumber: error.number)
    }
  }

  func writeAtOnce(_ record: JournalRecord) throws(StoreError) -> Bool {
    do {
      return try LocalDatagram.sendAtOnce(datagram(record), to: path)
    } catch {
      throw .notRecorded(Self.recorder, errorNumber: error.number)
    }
  }

  func waitUntilReady() throws(StoreError) {
    do {
      try LocalDatagram.waitForRoom(at: path)
    } catch {
      throw .notRecorded(Self.recorder, errorNumber: error.number)
    }
  }
}

import Foundation
import Identity
import TestSupport
import Testing

@testable import ProgramSupport

@Suite("The journal of attempts")
struct JournalTests {
  private let record = JournalRecord(
    email: email("ada@lovelace.example"), outcome: .refused,
    source: AttemptSource(tty: "pts/3", uid: 1000, host: "castle", program: "menu"))

  @Test("A record is one datagram of fields in the native protocol of systemd")
  func fields() throws {
    let journalSocket = try JournalSocket()
    try SystemdJournal(path: journalSocket.path).write(record)
    #expect(
      String(decoding: journalSocket.next(), as: UTF8.self) == """
        MESSAGE=refused email="ada@lovelace.example" host="castle" tty="pts/3" uid=1000 program="menu"
        PRIORITY=4
        SYSLOG_IDENTIFIER=signin
        SYSLOG_FACILITY=10
        SIGNIN_EMAIL=ada@lovelace.example
        SIGNIN_OUTCOME=refused
        SIGNIN_HOST=castle
        SIGNIN_TTY=pts/3
        SIGNIN_UID=1000
        SIGNIN_PROGRAM=menu

        """)
  }

  @Test(
    "A failure is a warning, and so is a key that may have been copied",
    arguments: [
      (.refused, 4), (.unconfirmed, 4), (.throttled, 4), (.cancelled, 4), (.change(.keyCounter), 4),
      (.signedIn, 5), (.notAccepted, 5), (.change(.locked), 5), (.pending, 6),
    ] as [(AttemptOutcome, Int)])
  func priorities(outcome: AttemptOutcome, priority: Int) {
    #expect(JournalRecord(email: record.email, outcome: outcome, source: record.source).priority == priority)
  }

  @Test("A value with a line feed has its length before it, so it adds no field", .tags(.failuresLetNobodyIn))
  func lineFeeds() {
    let forged = JournalRecord(
      email: record.email, outcome: .refused,
      source: AttemptSource(tty: "", uid: 0, host: "x\nSIGNIN_OUTCOME=signed-in", program: "\" outcome=\"\\"))
    let datagram = SystemdJournal.fields(forged)
    let host = Array("SIGNIN_HOST\n".utf8) + [26, 0, 0, 0, 0, 0, 0, 0] + Array("x\nSIGNIN_OUTCOME=signed-in\n".utf8)
    #expect(datagram.firstRange(of: host) != nil)
    let message = String(decoding: datagram.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    #expect(message.hasSuffix(#"tty="" uid=0 program="\" outcome=\"\\""#))
  }

  @Test("syslog gets the same line, with facility and priority, time and process")
  func syslog() throws {
    let journalSocket = try JournalSocket()
    try Syslog(path: journalSocket.path).write(record)
    let line = String(decoding: journalSocket.next(), as: UTF8.self)
    let head = #/<84>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d signin\[\d+\]: refused email="ada@lovelace\.example" .*/#
    #expect(try head.wholeMatch(in: line) != nil, "\(line)")
  }

  @Test("A journal that reads nothing is busy, not missing, and can be waited for until it reads")
  func busy() async throws {
    // Given a journal that is full
    let journalSocket = try JournalSocket()
    let journal = SystemdJournal(path: journalSocket.path)
    var count = 0
    while try journal.writeAtOnce(record) { count += 1 }
    #expect(count > 0)
    // Then it takes records again as soon as it reads
    let waiting = Task.detached { try journal.waitUntilReady() }
    for _ in 1...count { #expect(!journalSocket.next().isEmpty) }
    try await waiting.value
    #expect(try journal.writeAtOnce(record))
    #expect(!journalSocket.next().isEmpty)
  }

  @Test("A missing journal or syslog is an error, with its number")
  func missing() throws {
    let sandbox = try Sandbox()
    #expect(throws: StoreError.notRecorded(.journal, errorNumber: ENOENT)) {
      try SystemdJournal(path: sandbox.path("none")).write(record)
    }
    #expect(throws: StoreError.notRecorded(.journal, errorNumber: ENOENT)) {
      try SystemdJournal(path: sandbox.path("none")).writeAtOnce(record)
    }
    #expect(throws: StoreError.notRecorded(.syslog, errorNumber: ENOENT)) {
      try Syslog(path: sandbox.path("none")).waitUntilReady()
    }
    #expect(throws: StoreError.notRecorded(.syslog, errorNumber: ENOENT)) {
      try Syslog(path: sandbox.path("none")).write(record)
    }
    #expect(throws: StoreError.notRecorded(.journal, errorNumber: ENAMETOOLONG)) {
      try SystemdJournal(path: String(repeating: "x", count: 108)).write(record)
    }
  }
}

/// A socket that takes datagrams, like journald's.
private final class JournalSocket {
  let path: String
  private let sandbox: Sandbox
  private let descriptor: Int32

  init() throws {
    sandbox = try Sandbox()
    path = sandbox.path("socket")
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let isBound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    try #require(isBound)
  }

  deinit { close(descriptor) }

  /// The next datagram. It was sent before this call.
  func next() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return Array(bytes.prefix(max(0, count)))
  }
}

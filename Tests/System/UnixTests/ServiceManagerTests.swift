import Glibc
import Testing

@testable import Unix

@Suite struct ServiceManagerTests {
  @Test func `Sockets for another process are not taken`() {
    #expect(ServiceManager.names(pid: "41", count: "2", "sign-in:administration", 42) == [])
    #expect(ServiceManager.names(pid: nil, count: "2", "sign-in:administration", 42) == [])
  }

  @Test func `Each socket has its name`() {
    #expect(ServiceManager.names(pid: "42", count: "2", "sign-in:administration", 42) == ["sign-in", "administration"])
  }

  @Test(arguments: [String?.none, "", "sign-in"])
  func `A socket without a name has an empty one`(_ names: String?) {
    #expect(ServiceManager.names(pid: "42", count: "2", names, 42) == [names ?? "", ""])
  }

  @Test(arguments: ["0", "-1", "17", "two", ""])
  func `A count that makes no sense brings no sockets`(_ count: String) {
    #expect(ServiceManager.names(pid: "42", count: count, nil, 42) == [])
  }

  @Test func `A watchdog counts for its own process, or for whoever reads it`() {
    #expect(ServiceManager.watchdogInterval("30000000", pid: "42", 42) == .seconds(30))
    #expect(ServiceManager.watchdogInterval("30000000", pid: nil, 42) == .seconds(30))
    #expect(ServiceManager.watchdogInterval("30000000", pid: "41", 42) == nil)
    #expect(ServiceManager.watchdogInterval("0", pid: "42", 42) == nil)
    #expect(ServiceManager.watchdogInterval(nil, pid: "42", 42) == nil)
  }
}

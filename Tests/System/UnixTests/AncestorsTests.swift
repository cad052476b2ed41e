import TestSupport
import Testing

@testable import Unix

@Suite("The ancestors of a process")
struct AncestorsTests {
  private typealias Entry = Ancestors.Entry

  /// The processes from the parent up.
  private func ancestors(_ entries: [Entry]) -> Ancestors {
    let processes = Dictionary(uniqueKeysWithValues: zip(Int32(1)..., entries.reversed()))
    return Ancestors(parent: Int32(entries.count)) { processes[$0] }
  }

  private func line(_ names: String...) -> [Entry] {
    names.enumerated().map { index, name in
      let isRoot = name.hasPrefix("root:")
      return Entry(
        name: String(name.drop { $0 != ":" }.dropFirst()), parent: Int32(names.count - index - 1),
        uid: isRoot ? 0 : 1000)
    }
  }

  @Test("include root's sshd, of whichever version")
  func sshd() {
    #expect(ancestors(line("ada:bash", "ada:sshd", "root:sshd", "root:sshd", "root:systemd")).includeSSHD)
    #expect(ancestors(line("ada:sshd-session", "root:sshd-session", "root:sshd", "root:systemd")).includeSSHD)
    #expect(ancestors(line("root:sshd")).includeSSHD)
  }

  @Test("do not include a program of that name of another user, or one run by sudo", .tags(.guessingIsSlow))
  func others() {
    #expect(!ancestors(line("ada:bash", "ada:sshd", "ada:sshd", "root:systemd")).includeSSHD)
    #expect(!ancestors(line("ada:sh", "root:sshd", "ada:bash", "root:login", "root:systemd")).includeSSHD)
    #expect(!ancestors(line("ada:bash", "root:login", "root:systemd")).includeSSHD)
    #expect(!ancestors(line("ada:bash", "root:sshd-fake", "root:systemd")).includeSSHD)
    #expect(!ancestors([]).includeSSHD)
  }

  @Test("are not known if /proc shows only some of them, or a circle")
  func hidden() {
    let entries = line("ada:bash", "root:sshd", "root:systemd")
    #expect(!Ancestors(parent: 3) { [3: entries[0], 2: entries[1]][$0] }.includeSSHD)
    #expect(!Ancestors(parent: 1) { _ in Entry(name: "sshd", parent: 1, uid: 0) }.includeSSHD)
    #expect(!Ancestors(parent: 1) { _ in nil }.includeSSHD)
  }

  @Test(
    "of a process at a socket are those of its own user's process, if it still has the number", .tags(.guessingIsSlow))
  func peer() {
    let entries = line("ada:signin", "ada:bash", "root:sshd", "root:systemd")
    let processes = Dictionary(uniqueKeysWithValues: zip(Int32(1)..., entries.reversed()))
    #expect(Ancestors(of: PeerProcess(uid: 1000, pid: 4)) { processes[$0] }.includeSSHD)
    #expect(!Ancestors(of: PeerProcess(uid: 1001, pid: 4)) { processes[$0] }.includeSSHD)
    #expect(!Ancestors(of: PeerProcess(uid: 1000, pid: 2)) { processes[$0] }.includeSSHD)
    #expect(!Ancestors(of: PeerProcess(uid: 1000, pid: 9)) { processes[$0] }.includeSSHD)
    #expect(!Ancestors(of: PeerProcess(uid: 1000, pid: 0)) { processes[$0] }.includeSSHD)
  }

  @Test("are read from the lines of the kernel")
  func status() {
    let text = "Name:\tsshd\nUmask:\t0022\nPid:\t7\nPPid:\t1\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n"
    #expect(Entry(text: text) == Entry(name: "sshd", parent: 1, uid: 0))
    let other = text.replacing("0\t0\nGid", with: "0\t7\nGid")
    #expect(Entry(text: other) == Entry(name: "sshd", parent: 1, uid: nil))
    for cut in [
      text.replacing("PPid", with: "Q"), text.replacing("Uid", with: "Q"), text.replacing("sshd", with: ""), "",
    ] {
      #expect(Entry(text: cut) == nil)
    }
    #expect(Entry(status: "/proc/self/status") != nil)
    #expect(Entry(status: "/proc/0/status") == nil)
  }
}

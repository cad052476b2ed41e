import Foundation
import Testing

@testable import Unix

@Suite("A walk along a path")
final class PathWalkTests {
  /// A folder for one test, mode 0700.
  private let folder: String

  init() throws {
    folder = String(cString: try #require(mkdtemp(strdup("/tmp/signin-walk-XXXXXX"))))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func make(_ names: String...) {
    for name in names { #expect(mkdir(folder + "/" + name, 0o700) == 0) }
  }

  private func stop(toFolder path: String) -> PathWalk.Stop? {
    #expect(throws: PathWalk.Stop.self) { _ = try PathWalk(toFolder: path).risk }
  }

  @Test("leads to the folder that the path names, over dots, links and slashes")
  func leads() throws {
    make("a", "a/b")
    #expect(symlink("a/../a/b", folder + "/link") == 0)
    #expect(symlink(folder + "/link", folder + "/absolute") == 0)
    var expected = stat()
    #expect(stat(folder + "/a/b", &expected) == 0)
    for path in ["/a/b", "//a/./b/", "/a/b/../b", "/link", "/absolute/", "/absolute/."] {
      let walk = try PathWalk(toFolder: folder + path)
      var found = stat()
      #expect(walk.withDescriptor { fstat($0, &found) } == 0)
      #expect(found.st_ino == expected.st_ino && found.st_dev == expected.st_dev, "\(path)")
      #expect(walk.risk == nil)
    }
  }

  @Test("names the first part that others can write to, but not a sticky folder")
  func writable() throws {
    make("open", "open/in", "open/in/open")
    chmod(folder + "/open", 0o777)
    chmod(folder + "/open/in/open", 0o777)
    #expect(try PathWalk(toFolder: folder + "/open/in/open").risk == .writableByOthers(path: folder + "/open"))
    chmod(folder + "/open", 0o1777)
    #expect(try PathWalk(toFolder: folder + "/open/in/open").risk == .writableByOthers(path: folder + "/open/in/open"))
    #expect(try PathWalk(toFolder: folder + "/open/in").risk == nil)
  }

  @Test("names all parts that others can write to, each once")
  func allWritable() throws {
    make("open", "open/in", "open/in/open")
    #expect(symlink(folder + "/open/in", folder + "/open/link") == 0)
    for part in ["/open", "/open/in/open"] { chmod(folder + part, 0o775) }
    let risks = ["/open", "/open/in/open"].map { PathWalk.Risk.writableByOthers(path: folder + $0) }
    #expect(try PathWalk(toFolder: folder + "/open/link/open").risks == risks)
    do {
      _ = try PathWalk(toFolder: folder + "/open/in/open/missing").risks
      Issue.record("There is such a folder.")
    } catch {
      #expect(error.risks == risks)
    }
  }

  @Test("a file may be neither another user's nor writable by others, not even if it is sticky")
  func files() throws {
    let path = folder + "/file"
    close(open(path, O_CREAT | O_RDWR, 0o600))
    #expect(try PathWalk(toFile: path).risk == nil)
    for mode in [0o620, 0o602, 0o1666] as [mode_t] {
      chmod(path, mode)
      #expect(try PathWalk(toFile: path).risk == .writableByOthers(path: path))
    }
  }

  @Test("says where it stopped, and whether a link leads nowhere")
  func stops() {
    make("a")
    #expect(symlink("nowhere", folder + "/dangling") == 0)
    #expect(symlink("a", folder + "/good") == 0)
    #expect(symlink("circle", folder + "/circle") == 0)
    close(open(folder + "/file", O_CREAT | O_RDWR, 0o600))
    for (path, number, part, isInLink) in [
      ("/none/x", ENOENT, "/none", false), ("/good/none", ENOENT, "/a/none", false),
      ("/dangling", ENOENT, "/nowhere", true), ("/dangling/x", ENOENT, "/nowhere", true),
      ("/file/x", ENOTDIR, "/file", false),
    ] as [(String, Int32, String, Bool)] {
      let stop = stop(toFolder: folder + path)
      #expect(stop?.errorNumber == number && stop?.path == folder + part && stop?.isInLink == isInLink, "\(path)")
    }
    #expect(stop(toFolder: folder + "/circle")?.errorNumber == ELOOP)
    #expect(stop(toFolder: "")?.errorNumber == ENOENT)
  }
}

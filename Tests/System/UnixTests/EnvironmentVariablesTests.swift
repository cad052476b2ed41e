import Glibc
import Testing

@testable import Unix

@Suite("The environment of a program to start")
struct EnvironmentVariablesTests {
  private func texts(_ environment: EnvironmentVariables) -> [String] {
    environment.withPointers { list in
      var texts: [String] = []
      while let variable = list[texts.count] { texts.append(String(cString: variable)) }
      return texts
    }
  }

  private func environment(_ texts: String...) -> EnvironmentVariables {
    var list = texts.map { strdup($0) } + [nil]
    defer { for text in list { free(text) } }
    return list.withUnsafeMutableBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return .found }
      return EnvironmentVariables(first)
    }
  }

  @Test("A variable that is set is there once, at the end")
  func set() {
    var environment = environment("A=1", "B=x=y", "A=2", "AB=3")
    environment.set("A", "4")
    #expect(texts(environment) == ["B=x=y", "AB=3", "A=4"])
  }

  @Test("A variable that is removed is gone, however often it was there")
  func removed() {
    var environment = environment("A=1", "A", "A=2")
    environment.set("A", nil)
    #expect(texts(environment) == ["A"])
  }

  @Test("This process has no variable of Swift's runtime but the one that names no program")
  func own() {
    let own = texts(EnvironmentVariables(environ)).filter { $0.hasPrefix("SWIFT_") }
    #expect(own == ["SWIFT_BACKTRACE=enable=no,swift-backtrace=/"])
  }
}

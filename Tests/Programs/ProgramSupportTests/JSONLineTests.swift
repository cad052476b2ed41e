import Foundation
import Testing

@testable import ProgramSupport

@Suite("A line of JSON")
struct JSONLineTests {
  @Test("is an object that starts with its version, in ASCII")
  func shape() {
    let line: JSONLine = ["name": .string("Ada"), "count": .number(-7), "is": .bool(true), "none": .null]
    #expect(line.text == #"{"version":1,"name":"Ada","count":-7,"is":true,"none":null}"#)
  }

  @Test(
    "holds any text, and nothing with an effect on a terminal",
    arguments: [
      "\u{1B}]0;title\u{7}", "a\nb\r\0", "\u{9B}2J", "\u{202E}gpj.exe", "quote \" and \\ backslash", "büro 🗝️",
      String(repeating: "e\u{301}", count: 100),
    ])
  func hostile(_ text: String) throws {
    let line: JSONLine = ["text": .string(text)]
    #expect(line.text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.text.utf8)) as? [String: Any])
    #expect(Array((object["text"] as? String ?? "").unicodeScalars) == Array(text.unicodeScalars))
  }
}

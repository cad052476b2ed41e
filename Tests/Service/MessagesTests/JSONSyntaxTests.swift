import Foundation
import Testing

import AccountService
@testable import Messages

@Suite struct JSONSyntaxTests {
  @Test(arguments: [
    "{}", #"{"a":1}"#, #" { }"#.trimmingCharacters(in: .whitespaces), #"{"a" : [ ] , "b":[1,-2,0,true,false,null]}"#,
    #"{"a":"\\ \" \/ \b\f\n\r\t \u0041 \ud83d\ude00 ü 日本 😀"}"#, "{\n\t\"a\":\r\n{}}",
    #"{"a":9223372036854775807}"#, #"{"a":-9223372036854775808}"#, #"{"a":-1}"#,
  ])
  func `Strict JSON is accepted`(_ text: String) {
    #expect(JSONSyntax.accepts(Array(text.utf8)))
  }

  @Test(arguments: [
    "", " {}", "{} ", "{}{}", "[]", "1", "\"a\"", "null", "{", "}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#,
    #"{"a":[1,]}"#, #"{"a":[,1]}"#, #"{"a":1 "b":2}"#, #"{a:1}"#, #"{'a':1}"#, #"{"a":01}"#, #"{"a":-}"#, #"{"a":+1}"#,
    #"{"a":1.0}"#, #"{"a":1e3}"#, #"{"a":NaN}"#, #"{"a":TRUE}"#, #"{"a":nul}"#, #"{"a":12345678901234567890}"#,
    #"{"a":-12345678901234567890}"#,
    #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\u12g4"}"#,
    #"{"a":"\ud83d"}"#, #"{"a":"\ude00"}"#, #"{"a":"\ud83d\u0041"}"#, "{\"a\":\"\n\"}", "{\"a\":\"\u{0}\"}",
    #"{"a":"b}"#, #"{"a":1"#, #"{"a":1,"#, #"{"a":[1"#, #"{"a":[1,"#, #"{"a":{"b":1"#, #"{"a":[1}"#,
    #"{"a":[{"b":1]}"#, "\u{FEFF}{}", "// x\n{}", "{/**/}",
  ])
  func `Everything else is refused`(_ text: String) {
    #expect(!JSONSyntax.accepts(Array(text.utf8)))
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func `Broken UTF-8 is refused`(_ bytes: [UInt8]) {
    #expect(!JSONSyntax.accepts(Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)))
    #expect(!JSONSyntax.accepts(Array("{\"a".utf8) + bytes + Array("\":1}".utf8)))
  }

  @Test func `UTF-16 is refused`() throws {
    #expect(!JSONSyntax.accepts(Array(try #require("{}".data(using: .utf16LittleEndian)))))
    #expect(!JSONSyntax.accepts(Array(try #require("{}".data(using: .utf16)))))
  }

  @Test func `Each limit holds, and one less is accepted`() {
    func accepts(_ text: String) -> Bool { JSONSyntax.accepts(Array(text.utf8)) }
    func nested(_ levels: Int) -> String {
      "{\"a\":" + String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels) + "}"
    }
    #expect(accepts(nested(JSONSyntax.mostLevels - 2)))
    #expect(!accepts(nested(JSONSyntax.mostLevels - 1)))
    #expect(!accepts(nested(30_000)))
    func fields(_ count: Int) -> String { "{" + (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",") + "}" }
    #expect(accepts(fields(JSONSyntax.mostFields)))
    #expect(!accepts(fields(JSONSyntax.mostFields + 1)))
    func list(_ count: Int, of element: String = "1") -> String {
      "{\"a\":[" + Array(repeating: element, count: count).joined(separator: ",") + "]}"
    }
    #expect(accepts(list(JSONSyntax.mostElements)))
    #expect(!accepts(list(JSONSyntax.mostElements + 1)))
    func accepts(_ text: String, most: Int) -> Bool { JSONSyntax.accepts(Array(text.utf8), lists: ["a": most]) }
    #expect(accepts(list(100), most: 100) && !accepts(list(101), most: 100))
    #expect(!accepts(list(1, of: "[" + list(100) + "," + list(101) + "]"), most: 100))
    #expect(accepts(list(JSONSyntax.mostValues - 2), most: .max))
    #expect(!accepts(list(JSONSyntax.mostValues - 1), most: .max))
    func text(_ count: Int) -> String { "{\"a\":\"" + String(repeating: "x", count: count) + "\"}" }
    #expect(accepts(text(JSONSyntax.longestText)))
    #expect(!accepts(text(JSONSyntax.longestText + 1)))
    func name(_ count: Int) -> String { "{\"" + String(repeating: "x", count: count) + "\":1}" }
    #expect(accepts(name(JSONSyntax.longestName)))
    #expect(!accepts(name(JSONSyntax.longestName + 1)))
  }
}

import Identity
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("Recovery codes to keep")
struct CodesToKeepTests {
  private static let codes = ["abcd-efgh", "bcde-fghi"]

  private func codes(savesAs path: String?? = .none) async -> Play {
    let scene = ChallengePlay(
      activity: ScriptedActivity(), isSetUp: true, saveCodes: path.map { path in { _, _ in path } })
    await scene.go(on: .tell(.recoveryCodes(Self.codes)))
    return scene.play
  }

  @Test("C copies them to the terminal's clipboard, and says that the terminal may not allow it")
  func copies() async {
    let play = await codes()
    play.type("c")
    #expect(String(decoding: play.written, as: UTF8.self) == "\u{1B}]52;c;YWJjZC1lZmdoCmJjZGUtZmdoaQo=\u{1B}\\")
    #expect(play.lastRow == "Copied, if your terminal allows it. Paste to check.")
    play.type("x")
    #expect(play.lastRow.contains("C copy"))
    play.type("C")
    #expect(play.lastRow == "Copied, if your terminal allows it. Paste to check.")
  }

  @Test("S saves them and names the file, or says that it can't; without files it is not offered")
  func saves() async {
    let play = await codes(savesAs: "/home/ada/codes.txt")
    #expect(play.lastRow.contains("S save"))
    play.type("s")
    #expect(play.lastRow == "Saved in /home/ada/codes.txt")
    let shifted = await codes(savesAs: "/home/ada/codes.txt")
    shifted.type("S")
    #expect(shifted.lastRow == "Saved in /home/ada/codes.txt", "the key that the line of keys shows")
    let failing = await codes(savesAs: .some(nil))
    failing.type("s")
    #expect(failing.lastRow == "them down.")
    let gate = await codes()
    #expect(!gate.lastRow.contains("S save"))
    gate.type("s")
    #expect(gate.lastRow.contains("C copy"))
  }

  @Test("Codes that were saved and then left are good for nothing, so their files go; codes that were kept stay")
  func left() async {
    // given
    var (files, discarded): ([String], [String]) = ([], [])
    let scene = ChallengePlay(activity: ScriptedActivity(), isSetUp: true) { codes, email in
      files.append("\(email.text)-\(files.count)")
      return files.last
    } discardCodes: {
      discarded.append($0)
    }
    await scene.go(on: .tell(.recoveryCodes(Self.codes)))
    scene.play.type("ss")
    #expect(files == ["ada@lovelace.example-0", "ada@lovelace.example-1"])
    // when
    scene.play.press(.escape)
    // then
    #expect(discarded == files)
    discarded = []
    scene.play.press(.function(6))
    await scene.go(on: .tell(.recoveryCodes(Self.codes)))
    scene.play.type("s ")
    scene.play.press(.enter)
    await scene.go(on: .ended(.changed))
    #expect(discarded.isEmpty && files.count == 3)
  }

  @Test("The mouse selects them: it belongs to the terminal here, and to the form elsewhere")
  func mouse() async {
    let play = await codes()
    #expect(!play.takesMouse)
    #expect(Play.signIn().takesMouse)
  }
}

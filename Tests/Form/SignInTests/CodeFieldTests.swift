import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("A code in a step of a conversation")
struct CodeFieldTests {
  private let one = ChallengeID(1)

  @Test(
    "Six digits submit themselves, however they are written",
    arguments: ["123456", "123 456", "123-456", " 12 34 56 ", "123–456", "１２３４５６", "１２３ー４５６"])
  func sixDigits(typed: String) async {
    let scene = ChallengeScene(asking: .code(digits: 6))
    scene.type(typed)
    #expect(await scene.script.go(on: .ended(.cancelled)) == .answer("123456", to: one))
  }

  @Test("The sixth digit submits once, not once a key")
  func once() async {
    let scene = ChallengeScene(asking: .code(digits: 6))
    for text in ["1", "12345", "123456", "123456 "] { scene.type(text) }
    await scene.script.go(on: .ask(.asking([.code(digits: 6)], fault: .wrong)))
    await scene.routes.wait { $0 == [.met("ask", [])] }
    #expect(!scene.script.isAsked)
  }

  @Test("Enter sends no incomplete code, and says how long a code is")
  func incomplete() {
    let scene = ChallengeScene(asking: .code(digits: 6))
    scene.type("12345")
    #expect(scene.first.status.last == .neutral, "Nobody types a code wrongly by typing it.")
    scene.pressEnter()
    #expect(scene.first.message.last == .codeLength(6))
    #expect(scene.progress.values == [nil])
    #expect(scene.isSubmitEnabled.last == false)
  }

  @Test(
    "A text that can't be a code, nor a recovery code, is not sent",
    arguments: ["n", "AG1P-5AE8-P31", "abcd-efgh-ijkl-mno!"])
  func noCode(text: String) {
    let code = ChallengeScene(asking: .code(digits: 6))
    let recoveryCode = ChallengeScene(asking: .recoveryCode)
    for scene in [code, recoveryCode] {
      scene.type(text)
      scene.pressEnter()
      #expect(scene.progress.values == [nil])
    }
    #expect(code.first.message.last == .codeLength(6))
    #expect(recoveryCode.first.message.last == .recoveryCodeLength(16))
  }

  @Test("A recovery code in the field for a code is sent by Enter, as it is")
  func recoveryCodeForCode() async {
    let scene = ChallengeScene(asking: .code(digits: 6))
    scene.type("abcd-efgh-ijkl-mnop")
    #expect(scene.progress.values == [nil])
    scene.pressEnter()
    #expect(await scene.script.go(on: .ended(.cancelled)) == .answer("abcd-efgh-ijkl-mnop", to: one))
  }

  @Test("A code that confirms a secret has digits only")
  func confirmation() {
    let offer = CodeOffer(picture: BitMatrix(size: 21), secret: "ABCD EFGH")
    let scene = ChallengeScene(asking: .confirmation(offer, digits: 6))
    #expect(scene.outputs.step.offer == offer)
    scene.type("abcd-efgh")
    scene.pressEnter()
    #expect(scene.first.message.last == .codeLength(6))
  }

  @Test(
    "A text that can't become a code any more is wrong at once; one that still can waits for its end",
    arguments: [
      (.code(digits: 6), ["1234", "1234567", "abcd-efgh"], ["é", "12!", "abcd-efgh-ijkl-mnopq"]),
      (.recoveryCode, ["1234567", "abcd-efgh"], ["é", "abcd-efgh-ijkl-mnopq"]),
      (
        .confirmation(CodeOffer(picture: BitMatrix(size: 21), secret: "ABCD"), digits: 6), ["12345", "123 -"],
        [
          "x", "12x", "123 4567",
        ]
      ),
    ] as [(Challenge.Kind, [String], [String])])
  func impossible(kind: Challenge.Kind, possible: [String], impossible: [String]) {
    for text in possible {
      let scene = ChallengeScene(asking: kind)
      scene.type(text)
      #expect(scene.first.status.last == .neutral, "\(text)")
    }
    for text in impossible {
      let scene = ChallengeScene(asking: kind)
      scene.type(text)
      #expect(scene.first.status.last == .invalid, "\(text)")
      #expect(scene.first.message.last == (kind == .recoveryCode ? .recoveryCodeLength(16) : .codeLength(6)))
      scene.type(possible[0])
      #expect(scene.first.message.last == .some(nil))
    }
  }

  @Test("A code can be read as it is typed, and no tick says that it is right; it is emptied after the answer")
  func shown() async {
    let confirmation = Challenge.Kind.confirmation(CodeOffer(picture: BitMatrix(size: 21), secret: "ABCD"), digits: 6)
    for kind in [.code(digits: 6), .recoveryCode, confirmation] {
      let field = ChallengeScene(asking: kind).outputs.fields[0]
      #expect(!field.isMasked && !field.isFixed && !field.isTickedWhenValid)
    }
    let scene = ChallengeScene(asking: .code(digits: 6))
    scene.type("123456")
    await scene.script.go(on: .ask(.asking([.code(digits: 6)], fault: .wrong)))
    await scene.routes.wait { !$0.isEmpty }
    #expect(scene.first.isEmpty)
  }
}

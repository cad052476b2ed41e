import Identity
import SignIn
import TestSupport
import Testing

@Suite("What leaves a scene for the clipboard or a file")
struct CopiedSecretsTests {
  @Test("Recovery codes are copied and saved, the secret for a device is copied, and nothing else is")
  func copied() {
    let offer = CodeOffer(picture: BitMatrix(size: 21), secret: "ABCD EFGH")
    for (step, copied, saved) in [
      (.tell(.recoveryCodes(["abcd-efgh", "ijkl-mnop"])), ["abcd-efgh", "ijkl-mnop"], ["abcd-efgh", "ijkl-mnop"]),
      (.ask(.asking([.confirmation(offer, digits: 6)])), ["ABCD EFGH"], nil), (.ask(.asking([.password])), nil, nil),
    ] as [(ConversationStep, [String]?, [String]?)] {
      let scene = ChallengeScene(step)
      let (copies, saves) = (Recorder(scene.outputs.copied), Recorder(scene.outputs.saved))
      scene.inputs.didTapCopy()
      scene.inputs.didTapSave()
      #expect(copies.values == [copied].compactMap(\.self) && saves.values == [saved].compactMap(\.self))
    }
  }
}

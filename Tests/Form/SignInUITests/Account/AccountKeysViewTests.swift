import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The keys of an account on its page")
struct AccountKeysViewTests {
  @Test("Keys are counted above the activity; on the page each has a line, K adds one and Delete removes one")
  func sshKeys() async {
    let script = ScriptedConversation()
    let play = await AccountViewTests.page(keys: ["yubikey", "spare"], changing: script)
    #expect(play.screen.contains("  Keys              2 keys\n  Password  "))
    #expect(play.screen.contains("\n\n  ◆ Activity\n"))
    play.press(.tab)
    #expect(
      play.screen.contains(
        """
          Two-step sign-in  on since Fri 20 Nov, 7 recovery codes left     F6 two-step
                                                              N new codes   X turn off
          Keys              2 keys                                           K add key
                            yubikey, ED25519-SK, added Sat 21 Nov, used 02:41
                            spare, ED25519-SK, added Sat 21 Nov, used 02:41
          Password          set 41 days ago                                F4 password
        """), "\(play.screen)")
    play.press(.down, .down)
    #expect(play.lastRow.contains("E end "))
    play.press(.down)
    #expect(play.lastRow.contains("E remove "))
    play.press(.delete)
    #expect(play.lastRow == "Remove the key yubikey?  Enter yes, Esc no")
    play.press(.enter)
    await script.go(on: .ask(Question([Challenge(.password, id: ChallengeID(1))])))
    await play.wait { play.screen.contains("Current password") }
    // Without an agent there is nothing to add, and the page says so
    let other = await AccountViewTests.page(keys: [], changing: ScriptedConversation())
    other.press(.tab)
    #expect(other.screen.contains("  Keys              none "))
    other.type("K")
    #expect(other.screen.contains("No ssh-agent answers here."), "\(other.screen)")
  }

  @Test("Before and after the last key is removed, the page says that two-step sign-in ends with it")
  func lastKey() async {
    for (columns, rows) in [(80, 24), (40, 12)] {
      let script = ScriptedConversation()
      let play = await AccountViewTests.page(
        columns: columns, rows: rows, others: 0, keys: ["yubikey"], hasCodes: false, changing: script)
      if rows > 12 { play.press(.tab) }
      play.press(.home, .down, .down, .down)
      play.press(.delete)
      let words = play.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        words.contains(
          "Remove the key yubikey? Two-step sign-in ends with it, and the recovery codes become void. Enter yes, Esc no"
        ),
        "\(play.screen)")
      play.press(.enter)
      await script.go(on: .ended(.changed))
      await play.wait { play.screen.contains("Two-step sign-in is off. Key, reco") }
      #expect(
        columns < 80 || play.lastRow == "Two-step sign-in is off. Key, recovery codes and other sessions are gone.")
    }
  }
}

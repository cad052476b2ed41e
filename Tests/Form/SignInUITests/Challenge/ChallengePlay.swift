import Identity
import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

/// A form or a list that leads to a conversation, and the conversation.
final class ChallengePlay {
  let script = ScriptedConversation()
  let play: Play

  init(
    columns: Int = 80, rows: Int = 24, idleSeconds: Int? = nil, glyphs: Glyphs = .unicode, hasColours: Bool = true,
    theme: Theme = Play.theme, activity: ScriptedActivity? = nil, memory: RememberingMemory? = nil,
    remembers: Bool = false, isSetUp: Bool = false, saveCodes: (([String], EmailAddress) -> String?)? = nil,
    discardCodes: @escaping (String) -> Void = { _ in }
  ) {
    let owner = SignedIn(email: email("ada@lovelace.example"))
    play = Play(
      isSetUp ? .account(owner) : .signIn(email: nil), columns: columns, rows: rows, allowsSignUp: false,
      idleSeconds: idleSeconds, memory: memory, glyphs: glyphs, theme: theme, hasColours: hasColours,
      signIn: script, activity: activity, changing: script, saveCodes: saveCodes, discardCodes: discardCodes)
    guard !isSetUp else {
      play.press(.function(6))
      return
    }
    play.type("ada@lovelace.example")
    play.press(.tab)
    play.type("correct horse")
    if remembers { play.press(.tab, .scalar(" ")) }
    play.press(.enter)
  }

  /// Gives the next step, waits until the screen shows it, and returns the answer before it.
  @discardableResult
  func go(on step: SignInStep) async -> ScriptedConversation.Said {
    let (before, result) = (play.screen, play.ending)
    let said = await script.go(on: step)
    await play.wait { play.screen != before || play.ending != result }
    return said
  }
}

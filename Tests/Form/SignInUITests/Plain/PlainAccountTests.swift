import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The account page as a dialogue")
struct PlainAccountTests {
  /// A dialogue about an account with one other session, once it asks what to do.
  /// - Parameters:
  ///   - keys: The names of its keys, which are all that its two-step sign-in has; nil for codes.
  ///   - unanswered: Its activity, which the test answers; nil for one that is answered.
  private func dialogue(
    changing: ScriptedConversation? = nil, keys: [String]? = nil, activity unanswered: ScriptedActivity? = nil,
    link: ScriptedConversation? = nil
  ) async -> (script: PlainScript, said: [String]) {
    let places = [(tty: "tty1", host: "castle", program: "menu")]
    let account = ScriptedAccount(
      .success(.sample(at: ActivityPlay.now, others: places, codes: 7, keys: keys, hasCodes: keys == nil)))
    let store = unanswered ?? ScriptedActivity()
    let script = PlainScript(
      .account(SignedIn(email: email("ada@lovelace.example"))), account: account, activity: store,
      changing: changing, clock: ManualClock(ActivityPlay.now), link: link)
    if unanswered == nil { await store.answer(Array(ActivityPlay.attempts.prefix(1))) }
    var said: [String] = []
    _ = await eventually {
      script.presenter.settle()
      said += script.heard()
      return said.last?.hasPrefix("What to do?") == true
    }
    return (script, said)
  }

  @Test("It is said line by line, and an empty line leaves")
  func says() async {
    let (script, said) = await dialogue()
    for sentence in [
      "Signed in as ada@lovelace.example", "Session: until 04:11 if unused",
      "Two-step sign-in: on since Fri 20 Nov, 7 recovery codes left",
      "Password: set 41 days ago", "Other sessions: 1", "1. tty1, castle, menu, since 02:41",
    ] { #expect(said.contains(sentence), "\(said)") }
    // What can be done is said once, a line for each answer, and again after a question mark
    let choices = [
      "p: change password", "t: replace two-step sign-in", "n: make new recovery codes", "x: turn two-step sign-in off",
      "a: end all other sessions", "l: activity", "o: sign out", "s: sign in as somebody else", "1: end that session",
      "What to do? ? lists the answers, Enter leaves: ",
    ]
    #expect(said.suffix(choices.count) == choices, "\(said)")
    script.answer("?")
    #expect(script.heard() == choices)
    script.answer("q")
    #expect(script.heard() == ["That isn't one of the answers.", choices.last])
    script.answer("")
    #expect(script.ending?.contains("ada") == true || script.ending == "signed in", "\(script.ending ?? "")")
  }

  @Test("A user name is linked where there are user names")
  func links() async {
    let conversation = ScriptedConversation()
    let (script, choices) = await dialogue(link: conversation)
    #expect(choices.contains("u: link a user name"))
    script.answer("u")
    let name = Challenge(.prompt("User name", isSecret: false))
    await conversation.go(on: .ask([name]))
    var said: [String] = []
    _ = await eventually {
      script.presenter.settle()
      said += script.heard()
      return said.last == "“User name”: "
    }
    script.answer("ada")
    await conversation.go(on: .ended(.changed))
    _ = await eventually {
      script.presenter.settle()
      said += script.heard()
      return said.contains { $0.contains("linked") }
    }
    #expect(said.contains("User name linked. You can sign in with it."), "\(said)")
  }

  @Test("A letter or a number says what to do, and a question is answered with y or n")
  func changes() async {
    let conversation = ScriptedConversation()
    let (script, _) = await dialogue(changing: conversation)
    script.answer("q")
    #expect(script.heard().last?.hasPrefix("What to do?") == true)
    script.answer("1")
    #expect(script.heard().contains("End the session at tty1?"))
    script.answer("n")
    #expect(script.heard().last?.hasPrefix("What to do?") == true)
    script.answer("x")
    #expect(script.heard().contains("Turn two-step sign-in off?"))
    script.answer("y")
    await conversation.go(on: .ended(.changed))
    var said: [String] = []
    _ = await eventually {
      script.presenter.settle()
      said += script.heard()
      return said.contains("Two-step sign-in is off. Your other sessions ended.")
    }
    #expect(said.contains("Two-step sign-in is off. Your other sessions ended."), "\(said)")
  }

  @Test("Ctrl-D at a question is a no, and the next question offers no answer of an earlier one")
  func cancelsQuestion() async {
    let (script, _) = await dialogue()
    let question = ["End the session at tty1?", "Do it? (y/n): "]
    script.answer("1")
    #expect(script.heard() == question)
    script.send(.endOfInput)
    #expect(script.heard() == ["What to do? ? lists the answers, Enter leaves: "])
    script.answer("1")
    #expect(script.heard() == question)
    script.answer("n")
    _ = script.heard()
    script.answer("1")
    #expect(script.heard() == question)
    #expect(script.ending == nil)
  }

  @Test("Where no key can be added, it says why, and asks what to do")
  func noAgent() async {
    let (script, _) = await dialogue(keys: ["ring"])
    for _ in 0..<2 {
      script.answer("k")
      let said = script.heard()
      #expect(said.first?.hasPrefix("No ssh-agent answers here.") == true, "\(said)")
      #expect(said.last?.hasPrefix("What to do?") == true, "\(said)")
    }
  }

  @Test("Before and after the last key is removed, it says that two-step sign-in ends with it")
  func lastKey() async {
    let conversation = ScriptedConversation()
    let (script, _) = await dialogue(changing: conversation, keys: ["ring"])
    script.answer("k1")
    let heard = script.heard()
    #expect(
      heard.contains(
        "Remove the key ring? Two-step sign-in ends with it, and the recovery codes become void."), "\(heard)")
    script.answer("y")
    await conversation.go(on: .ended(.changed))
    var said: [String] = []
    let isSaid = await eventually {
      script.presenter.settle()
      said += script.heard()
      return said.contains("Two-step sign-in is off. Key, recovery codes and other sessions are gone.")
    }
    #expect(isSaid, "\(said)")
  }

  @Test("A wrong current password is said before a new one is asked for")
  func wrongPassword() async {
    let (script, _) = await dialogue()
    script.answer("p")
    for (answer, outcome) in [
      ("wrong horse", PasswordChangeOutcome.refused(blockedFor: nil)), ("right horse", .confirmed),
    ] {
      _ = script.heard()
      script.answer(answer)
      #expect(script.isDeaf)
      script.changePassword.answer(await script.changePassword.nextAttempt(), outcome)
      var said: [String] = []
      _ = await eventually {
        script.presenter.settle()
        said += script.heard()
        return said.last?.hasSuffix("(unseen)") == true
      }
      let next =
        outcome == .confirmed
        ? ["New password: (unseen)"] : ["The current password is wrong.", "Current password: (unseen)"]
      #expect(said.suffix(next.count) == next, "\(said)")
    }
  }

  @Test("p changes the password, and o signs out")
  func ways() async {
    let (script, _) = await dialogue()
    script.answer("p")
    #expect(script.heard().last?.hasPrefix("Current password") == true)
    let (other, _) = await dialogue()
    other.answer("o")
    #expect(other.ending != nil)
  }

  @Test("l says the newest activity once it is read, or why it can't be")
  func activity() async {
    let store = ScriptedActivity()
    let (script, _) = await dialogue(activity: store)
    let newest = Array(ActivityPlay.attempts.prefix(2))
    let answers: [(Result<AttemptPage, StoreError>, [String])] = [
      (.success(AttemptPage(attempts: newest, next: nil)), ["refused, castle, pts/3", "signed in, castle, pts/3"]),
      (.failure(.service(.silent)), ["refused, castle", "signed in, castle", "Can't show your activity"]),
      (.success(AttemptPage(attempts: [], next: nil)), ["No sign-in attempts yet."]),
    ]
    for (answer, lines) in answers {
      script.answer("l")
      #expect(script.heard() == [])
      store.answer(await store.nextRequest(), answer)
      var said: [String] = []
      _ = await eventually {
        script.presenter.settle()
        said += script.heard()
        return said.last?.hasPrefix("What to do?") == true
      }
      #expect(said.count == lines.count + 1, "\(said)")
      for (line, part) in zip(said, lines) { #expect(line.contains(part)) }
    }
  }
}

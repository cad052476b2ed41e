import Foundation
import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The scenes that set up two-step sign-in")
struct SecondStepSetUpViewTests {
  private static let codes = [
    "abcd-efgh-ijkl-mnop", "bcde-fghi-jklm-nopq", "cdef-ghij-klmn-opqr", "defg-hijk-lmno-pqrs", "efgh-ijkl-mnop-qrst",
    "fghi-jklm-nopq-rstu", "ghij-klmn-opqr-stuv", "hijk-lmno-pqrs-tuvw", "ijkl-mnop-qrst-uvwx", "jklm-nopq-rstu-vwxy",
  ]

  /// Three squares, where a QR code has them.
  private static let offer: CodeOffer = {
    var picture = BitMatrix(size: 37)
    for (top, left) in [(0, 0), (0, 30), (30, 0)] {
      for row in 0..<7 {
        for column in 0..<7 where row % 6 == 0 || column % 6 == 0 || (2...4).contains(row) && (2...4).contains(column) {
          picture[top + row, left + column] = true
        }
      }
    }
    return CodeOffer(picture: picture, secret: "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")
  }()

  private static let confirmation = SignInStep.ask([Challenge(.confirmation(offer, digits: 6))])

  @Test("The offer is a picture beside the secret and the field")
  func offer() async {
    let play = await setUp(meeting: Self.confirmation).play
    #expect(
      play.screen == """
                                                       ◆ Two-step sign-in  ada@lovelace›

             ▄▄▄▄▄                         ▄▄▄▄▄       From now on, signing in takes
                                                       your password and a code from
              ▄▄▄                           ▄▄▄        your phone.
            ▄▄▄▄▄▄▄                       ▄▄▄▄▄▄▄      Scan this QR code with an
                                                       authenticator app, or type this
                                                       secret into it:

                                                       JBSW Y3DP EHPK 3PXP JBSW Y3DP
                                                       EHPK 3PXP

                                                       Then enter the code that it
                                                       shows.

                                                       ┏━┓ ╭─╮ ╭─╮   ╭─╮ ╭─╮ ╭─╮
                                                       ┃ ┃ │ │ │ │   │ │ │ │ │ │
             ▄▄▄▄▄                                     ┗━┛ ╰─╯ ╰─╯   ╰─╯ ╰─╯ ╰─╯

              ▄▄▄
            ▄▄▄▄▄▄▄
                                                                            Turn on ⏎

                                                       C copy   F1 keys   Esc cancel
        """)
    #expect(play.holdsSecret)
  }

  @Test("The picture is dark on light, with its quiet zone, whatever the theme")
  func colours() async {
    let frame = await setUp(meeting: Self.confirmation).play.drawn
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let style = frame[Position(row: row / 2, column: column)].style
      let cell = String(String.UnicodeScalarView(frame[Position(row: row / 2, column: column)].scalars))
      let colour = row % 2 == 1 && cell == "▄" ? style.foreground : style.background
      #expect(colour == .palette(16) || colour == .palette(231))
      return colour == .palette(16)
    }
    for row in 0..<45 {
      for column in 0..<45 {
        let isInside = (4..<41).contains(row) && (4..<41).contains(column)
        #expect(isDark(row, column) == (isInside && Self.offer.picture[row - 4, column - 4]))
      }
    }
  }

  @Test("At 40x12, in ASCII and without colours there is no picture, only the secret", arguments: [0, 1, 2])
  func noPicture(way: Int) async {
    let play = await setUp(
      meeting: Self.confirmation, columns: way == 0 ? 40 : 80, rows: way == 0 ? 12 : 24,
      glyphs: way == 1 ? .ascii : .unicode, hasColours: way != 2
    ).play
    #expect(!play.screen.contains("▄"))
    #expect(play.screen.contains("Type this secret into"))
    #expect(play.screen.contains("JBSW Y3DP"))
  }

  @Test("C copies what the picture says, or the secret, and the mouse selects it: it belongs to the terminal here")
  func copied() async {
    let play = await setUp(meeting: Self.confirmation).play
    #expect(!play.takesMouse)
    play.type("c")
    let copied = Self.offer.address ?? Self.offer.secret
    let base64 = Data((copied + "\n").utf8).base64EncodedString()
    #expect(String(decoding: play.written, as: UTF8.self) == "\u{1B}]52;c;\(base64)\u{1B}\\")
    #expect(play.screen.contains("Copied, if your"))
  }

  @Test("At 40x12 the secret stands above the field")
  func offerSmall() async {
    let play = await setUp(meeting: Self.confirmation, columns: 40, rows: 12).play
    #expect(
      play.screen == """
        ◆ Two-step sign-in  ada@lovelace.example
        From now on, signing in takes your
        password and a code from your phone.
        Type this secret into an authenticator
        app:
        JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP
        Then enter the code that it shows.
        ┏━━━┓ ╭───╮ ╭───╮   ╭───╮ ╭───╮ ╭───╮
        ┃   ┃ │   │ │   │   │   │ │   │ │   │
        ┗━━━┛ ╰───╯ ╰───╯   ╰───╯ ╰───╯ ╰───╯
                                    Turn on ⏎
        C copy   F1 keys   Esc cancel
        """)
  }

  @Test("At 200x60 picture and form are in the middle")
  func offerLarge() async {
    let play = await setUp(meeting: Self.confirmation, columns: 200, rows: 60).play
    #expect(
      play.screen == """




















                                                               ▄▄▄▄▄                         ▄▄▄▄▄       ◆ Two-step sign-in              ada@lovelace.example

                                                                ▄▄▄                           ▄▄▄        From now on, signing in takes your password and a
                                                              ▄▄▄▄▄▄▄                       ▄▄▄▄▄▄▄      code from your phone.
                                                                                                         Scan this QR code with an authenticator app, or type
                                                                                                         this secret into it:

                                                                                                         JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP

                                                                                                         Then enter the code that it shows.

                                                                                                         ┏━━━┓ ╭───╮ ╭───╮   ╭───╮ ╭───╮ ╭───╮
                                                                                                         ┃   ┃ │   │ │   │   │   │ │   │ │   │
                                                                                                         ┗━━━┛ ╰───╯ ╰───╯   ╰───╯ ╰───╯ ╰───╯

                                                               ▄▄▄▄▄
                                                                                                                                                 Turn on ⏎
                                                                ▄▄▄
                                                              ▄▄▄▄▄▄▄                                    Tab next  Enter turn on  C copy  F1 keys  Esc cancel





















        """)
  }

  @Test("With rows to spare its address is there as text, in lines without blanks, for programs that take it")
  func address() async {
    let address = "otpauth://totp/castle:ada@lovelace.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=castle"
    let offer = CodeOffer(picture: Self.offer.picture, secret: Self.offer.secret, address: address)
    let step = SignInStep.ask([Challenge(.confirmation(offer, digits: 6))])
    let play = await setUp(meeting: step, columns: 100, rows: 34).play
    let lines = play.screen.split(separator: "\n").map { $0.split(separator: " ").last ?? "" }
    let start = lines.firstIndex { $0.hasPrefix("otpauth:") } ?? 0
    #expect(lines[start...].joined().hasPrefix(address))
    for (columns, rows) in [(100, 24), (40, 12)] {
      #expect(await !setUp(meeting: step, columns: columns, rows: rows).play.screen.contains("otpauth"))
    }
  }

  @Test("At 20x5 the offer asks for a larger screen, and is there after a resize")
  func offerTiny() async {
    let play = await setUp(meeting: Self.confirmation, columns: 20, rows: 5).play
    #expect(
      play.screen == """
        This terminal is too
        small. The form
        needs 20 columns and
        18 rows.

        """)
    play.resize(columns: 80, rows: 24)
    #expect(play.screen.contains("JBSW Y3DP"))
  }

  @Test("Recovery codes are in two columns; the button is dim until the box is ticked")
  func codes() async {
    let scene = await setUp(meeting: .tell(.recoveryCodes(Self.codes)))
    let play = scene.play
    #expect(
      play.screen == """




                    ◆ Recovery codes                  ada@lovelace.example

                      Each works once, in place of your device. Keep them
                      where only you find them. You will not see them
                      again.

                      abcd-efgh-ijkl-mnop    fghi-jklm-nopq-rstu
                      bcde-fghi-jklm-nopq    ghij-klmn-opqr-stuv
                      cdef-ghij-klmn-opqr    hijk-lmno-pqrs-tuvw
                      defg-hijk-lmno-pqrs    ijkl-mnop-qrst-uvwx
                      efgh-ijkl-mnop-qrst    jklm-nopq-rstu-vwxy

                      [ ] I have saved these codes           Continue ⏎

                      Enter continue   C copy   F1 keys   Esc cancel





        """)
    #expect(play.holdsSecret)
    play.press(.enter)
    #expect(!scene.script.isAsked)
    #expect(play.lastRow == "Save the codes, then tick the box with Space.")
    play.press(.scalar(" "))
    #expect(play.screen.contains("[✓] I have saved these codes"))
    #expect(play.isEnabled("Continue"))
    play.press(.enter)
    #expect(await scene.go(on: .ended(.changed)) == .proceed)
    #expect(play.lastRow == "Two-step sign-in is on.")
    #expect(!play.holdsSecret)
    #expect(!play.screen.contains("mnop"))
  }

  @Test("At 40x12 they just fit")
  func codesSmall() async {
    let play = await setUp(meeting: .tell(.recoveryCodes(Self.codes)), columns: 40, rows: 12).play
    #expect(
      play.screen == """
        ◆ Recovery codes    ada@lovelace.example
        Each works once, in place of your
        device. Keep them where only you find
        them. You will not see them again.

        abcd-efgh-ijkl-mnop  fghi-jklm-nopq-rstu
        bcde-fghi-jklm-nopq  ghij-klmn-opqr-stuv
        cdef-ghij-klmn-opqr  hijk-lmno-pqrs-tuvw
        defg-hijk-lmno-pqrs  ijkl-mnop-qrst-uvwx
        efgh-ijkl-mnop-qrst  jklm-nopq-rstu-vwxy
        [ ] I have saved these codes
        C copy   F1 keys   Esc cancel
        """)
  }

  @Test("Esc sets nothing up, and returns to the activity")
  func cancelled() async {
    let scene = await setUp(meeting: .tell(.recoveryCodes(Self.codes)))
    scene.play.press(.escape)
    #expect(scene.play.screen.contains("◆ Activity"))
    #expect(scene.play.lastRow == "Cancelled. Two-step sign-in is as before.")
    #expect(await eventually { scene.script.released == 1 })
  }

  @Test("A wrong password is asked for again")
  func wrongPassword() async {
    let scene = await setUp(meeting: .ask([Challenge(.password)]))
    scene.play.type("wrong horse")
    scene.play.press(.enter)
    await scene.go(on: .ask(Question([Challenge(.password)], fault: .wrong)))
    #expect(scene.play.focus == "Current password")
    #expect(scene.play.label(of: "Current password") == "✗ The password is wrong.")
    #expect(scene.play.text(in: "Current password") == "")
  }

  @Test("A block asks for the password again and shows why, so that it is not typed into the search")
  func refused() async {
    let scene = await setUp(meeting: .ask([Challenge(.password)]))
    #expect(scene.play.focus == "Current password")
    scene.play.type("wrong horse")
    scene.play.press(.enter)
    await scene.go(on: .ended(.refused(blockedFor: 8)))
    await scene.go(on: .ask([Challenge(.password)]))
    #expect(scene.play.focus == "Current password")
    #expect(scene.play.screen.contains("The password is wrong. Try again in 8 s."))
    scene.play.type("correct horse")
    scene.play.press(.enter)
    await scene.go(on: .ended(.throttled(seconds: 3)))
    await scene.go(on: .ask([Challenge(.password)]))
    #expect(scene.play.screen.contains("Too many attempts. Try again in 3 s."))
  }

  @Test("The idle limit ends the set-up; the user stays signed in")
  func unattended() async {
    let play = await setUp(meeting: Self.confirmation, idleSeconds: 30).play
    play.scheduler.advance(by: .seconds(30))
    #expect(play.ending == "signed in as ada@lovelace.example")
  }

  /// The set-up, begun by F6 in the list of activity.
  private func setUp(
    meeting steps: SignInStep..., columns: Int = 80, rows: Int = 24, idleSeconds: Int? = nil, glyphs: Glyphs = .unicode,
    hasColours: Bool = true
  ) async -> ChallengePlay {
    let play = ChallengePlay(
      columns: columns, rows: rows, idleSeconds: idleSeconds, glyphs: glyphs, hasColours: hasColours,
      activity: ScriptedActivity(), isSetUp: true)
    for step in steps { await play.go(on: step) }
    return play
  }
}

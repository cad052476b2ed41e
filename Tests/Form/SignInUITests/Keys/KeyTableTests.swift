import TestSupport
import Foundation
import Terminal
import Testing

@testable import SignInUI

@Suite("The table of keys")
struct KeyTableTests {
  private let form = KeyTable.columns(ofForm: KeyTable.form).flatMap(\.self)
  private let activity = KeyTable.columnsOfActivity().flatMap(\.self)
  private let account = KeyTable.columnsOfAccount().flatMap(\.self)

  @Test("No key has two meanings")
  func unambiguous() {
    for keys in [form, activity, account].map({ $0.flatMap(\.bindings).flatMap(\.keys) }) {
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test("Each F key has a twin with Ctrl or Alt, for terminals and keyboards without F keys")
  func twins() {
    for binding in (form + activity + account).flatMap(\.bindings) where binding.keys.contains(where: \.isFunction) {
      #expect(binding.keys.contains { !$0.isFunction && !$0.modifiers.isEmpty }, "\(binding.names(.ascii))")
    }
  }

  @Test(
    "The form's line of keys fits its width, and keeps the most important keys",
    arguments: [
      (78, "Tab next   Enter sign in   F2 show   F3 create account   F1 keys   Esc cancel"),
      (75, "Tab next  Enter sign in  F2 show  F3 create account  F1 keys  Esc cancel"),
      (71, "Enter sign in   F2 show   F3 create account   F1 keys   Esc cancel"),
      (60, "F2 show   F3 create account   F1 keys   Esc cancel"),
      (52, "F2 show   F3 create account   F1 keys   Esc cancel"), (40, "F3 create account   F1 keys   Esc cancel"),
      (18, "F1 keys Esc cancel"), (12, "Esc cancel"), (3, "Esc cancel"),
    ])
  func line(columns: Int, line: String) {
    #expect(KeyLine(KeyTable.form, proceed: "sign in", isRevealed: false).text(columns: columns) == line)
  }

  @Test("While a password is readable, the key that hides it goes last")
  func revealed() {
    let line = KeyLine(KeyTable.form, proceed: "sign in", isRevealed: true)
    #expect(line.text(columns: 52) == "F2 hide   F3 create account   F1 keys   Esc cancel")
    #expect(line.text(columns: 40) == "F2 hide   F1 keys   Esc cancel")
    #expect(line.text(columns: 20) == "F2 hide   Esc cancel")
  }

  @Test("Where Enter leads to the next field, the line says it once")
  func next() {
    let line = KeyLine(KeyTable.form, proceed: "next", isRevealed: false)
    #expect(line.text(columns: 78) == "Enter next   F2 show   F3 create account   F1 keys   Esc cancel")
  }

  @Test("A key in the line is found by its column, and none between two keys")
  func keyAtColumn() {
    let line = KeyLine(KeyTable.form, proceed: "sign in", isRevealed: false)
    #expect(line.text(columns: 18) == "F1 keys Esc cancel")
    #expect(
      [0, 6, 7, 8, 17, 18].map { line.key(at: $0, columns: 18) } == [
        Key(.function(1)), Key(.function(1)), nil, Key(.escape), Key(.escape), nil,
      ])
  }

  @Test("A line of keys has prominent keys and less prominent words")
  func weights() {
    var (frame, theme) = (Frame(size: Size(columns: 30, rows: 1)), Theme())
    theme[.title].attributes = .bold
    theme[.hint].attributes = .dim
    KeyLine(KeyTable.form, proceed: "sign in", isRevealed: false)
      .draw(in: &frame, at: Position(row: 0, column: 2), columns: 18, Look(theme: theme, glyphs: .ascii))
    #expect(frame.text == "  F1 keys Esc cancel")
    #expect(
      [2, 5, 10, 14].map { frame[Position(row: 0, column: $0)].style.attributes } == [.bold, .dim, .bold, .dim])
  }

  @Test(
    "So does the list's line of keys; after a failure the key to try again is the most important",
    arguments: [
      (96, false, "Tab account   Enter details   F6 two-step   F4 password   F10 sign out   F1 keys   Esc leave"),
      (78, false, "Tab account   F6 two-step   F4 password   F10 sign out   F1 keys   Esc leave"),
      (70, false, "Tab account   F6 two-step   F10 sign out   F1 keys   Esc leave"),
      (56, false, "Tab account   F10 sign out   F1 keys   Esc leave"), (18, false, "F1 keys  Esc leave"),
      (78, true, "Tab account  Enter details  F5 try again  F10 sign out  F1 keys  Esc leave"),
      (38, true, "F5 try again   F1 keys   Esc leave"), (18, true, "F5 try again"),
    ])
  func activityLine(columns: Int, canRetry: Bool, line: String) {
    #expect(KeyLine.activity(without: [.link], canRetry: canRetry).text(columns: columns) == line)
  }

  @Test(
    "The account page's line keeps the way to the activity, the keys and the way out",
    arguments: [
      (
        104, true,
        "Tab activity   F6 two-step   F4 password   E end   A end all others   F10 sign out   F1 keys   Esc leave"
      ), (90, false, "Tab activity   F6 two-step   F4 password   F10 sign out   F1 keys   Esc leave"),
      (38, true, "Tab activity   F1 keys   Esc leave"), (18, true, "F1 keys  Esc leave"),
    ])
  func accountLine(columns: Int, hasSessions: Bool, line: String) {
    #expect(KeyLine.account(without: [.link], hasSessions: hasSessions).text(columns: columns) == line)
  }

  @Test("The key for user names is offered only where there are some")
  func linking() {
    let line =
      "Tab account   Enter details   F6 two-step   F4 password   F7 user name   F5 refresh   F10 sign out   F1 keys"
      + "   Esc leave"
    #expect(KeyLine.activity(canRetry: false).text(columns: 130) == line)
    #expect(!KeyLine.activity(without: [.link], canRetry: false).text(columns: 130).contains("F7"))
    #expect(KeyTable.actionBesideActivity(of: Key(.function(7))) == .link)
  }

  @Test("The key for the password is offered only where there is one to change")
  func password() {
    let line = "Tab account   Enter details   F6 two-step   F5 refresh   F10 sign out   F1 keys   Esc leave"
    #expect(KeyLine.activity(without: [.changePassword, .link], canRetry: false).text(columns: 120) == line)
    for columns in [KeyTable.columnsOfActivity, KeyTable.columnsOfAccount] {
      let bindings = columns([.changePassword]).joined().flatMap(\.bindings)
      #expect(!bindings.contains { $0.meaning == .account(.changePassword) })
    }
  }

  @Test("A letter that is a key of the account page is typed into the search beside it")
  func letters() {
    for letter in "tnxkpuaeo".unicodeScalars {
      #expect(KeyTable.accountAction(of: .character(letter)) != nil, "\(letter)")
      #expect(KeyTable.actionBesideActivity(of: .character(letter)) == nil, "\(letter)")
      #expect(KeyTable.activityAction(of: .character(letter)) == nil, "\(letter)")
    }
  }

  @Test("The man page lists the same keys under the same headings")
  func manual() throws {
    let manual = try Packaged.contents(of: "man/signin.1")
    for group in form + activity.prefix(1) + account.prefix(1) {
      let section = manual.components(separatedBy: "\n.Ss \(group.title)\n").last?.components(separatedBy: "\n.S")[0]
      for binding in group.bindings {
        let keys = binding.keys.map(\.name).joined(separator: " No or Li ")
        #expect(section?.contains("\n.It Li \(keys)\n\(binding.help)\n") == true, "\(keys)")
      }
    }
  }
}

extension Key {
  fileprivate var isFunction: Bool {
    if case .function = code { true } else { false }
  }
}

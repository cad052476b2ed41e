import Foundation
import Signals
import TestSupport
import Testing

/// The form on the documentation page "Ten minutes, one form". All code of the page is here and runs.
@Suite("Ten minutes, one form")
struct TenMinutesTests {
  @Test("the button follows both fields")
  func form() {
    let model = InviteModel(on: TestScheduler()) { _, _ in Invitation(number: 1) }
    let button = Button()
    let label = Label()
    let bag = DisposeBag()
    model.canInvite.signal.bind(to: Binder(button) { $0.isEnabled = $1 }).disposed(by: bag)
    model.message.bind(to: Binder(label) { $0.text = $1 }).disposed(by: bag)

    model.name.send("Ada")
    #expect(!button.isEnabled)
    model.email.send("ada@lovelace.example")
    #expect(button.isEnabled)
    model.name.send("")
    #expect(!button.isEnabled)
    #expect(label.text.isEmpty)
  }

  @Test("the tap invites the typed name; a refusal is a message like any other")
  func inviting() async {
    let model = InviteModel(on: TestScheduler()) { name, _ throws(Refusal) in
      guard name == "Ada" else { throw Refusal(reason: "\(name) is here already") }
      return Invitation(number: 7)
    }
    let messages = Recorder(model.message)

    for name in ["Bob", "Ada"] {
      model.name.send(name)
      model.email.send("\(name)@lovelace.example")
      let before = messages.values.count
      model.didTapInvite.send()
      await messages.wait { $0.count > before }
    }

    #expect(messages.values == ["Not invited: Bob is here already.", "Invited, as number 7."])
  }

  @Test("a name is checked when the user has not typed for 300 ms")
  func checking() {
    let scheduler = TestScheduler()
    let model = InviteModel(on: scheduler) { _, _ in Invitation(number: 1) }
    let bag = DisposeBag()
    var checked: [String] = []
    model.nameToCheck.subscribe { checked.append($0) }.disposed(by: bag)

    model.name.send("Adam")
    scheduler.advance(by: .milliseconds(299))
    #expect(checked == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(checked == ["Adam"])
  }

  @Test("every line of code on the page is a line of this file")
  func page() throws {
    let here = URL(filePath: #filePath)
    let page = here.appending(path: "../../../../Sources/Form/Signals/Signals.docc/TenMinutes.md").standardized
    let blocks = try lines(of: page).split(separator: "```swift").dropFirst().compactMap {
      $0.split(separator: "```").first
    }
    let code = try lines(of: here)

    #expect(blocks.count == 8)
    for block in blocks {
      let isHere = code.indices.contains { code[$0...].starts(with: block) }
      #expect(isHere, "\(block.joined(separator: "\n"))")
    }
  }

  /// The lines of a file, without their indentation.
  private func lines(of file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { $0.drop { $0 == " " } }
  }
}

private struct Invitation {
  let number: Int
}

private struct Refusal: Error {
  let reason: String
}

private final class Button {
  var isEnabled = false
}

private final class Label {
  var text = ""
}

private final class InviteModel {
  let name = Relay<String>()
  let email = Relay<String>()
  let didTapInvite = Relay<Void>()

  let canInvite: Property<Bool>
  let message: Signal<String>
  let nameToCheck: Signal<String>

  private let isNameValid: Property<Bool>
  private let isEmailValid: Property<Bool>

  init(
    on scheduler: any Scheduler,
    inviting invite: @escaping @MainActor (_ name: String, _ email: String) async throws(Refusal) -> Invitation
  ) {
    isNameValid = name.signal.map { !$0.isEmpty }.hold(false)
    isEmailValid = email.signal.map { $0.contains("@") }.hold(false)

    canInvite = Signal.combineLatest(isNameValid.signal, isEmailValid.signal).map { $0 && $1 }.hold(false)

    let person = Signal.combineLatest(name.signal, email.signal)
    let answers = didTapInvite.signal.withLatest(from: person).flatMapLatest { _, person throws(Refusal) in
      try await invite(person.0, person.1)
    }
    message = answers.map { $0.map { "Invited, as number \($0.number)." } }.recover { "Not invited: \($0.reason)." }

    nameToCheck = name.signal.debounce(.milliseconds(300), on: scheduler)
  }
}

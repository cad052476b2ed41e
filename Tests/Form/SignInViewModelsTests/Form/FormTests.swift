import SignInViewModels
import Signals
import TestSupport
import Testing

@Suite("The flow of a form")
struct FormTests {
  // MARK: The focus

  @Test("It starts in the first empty field")
  func beginning() {
    #expect(TrialForm.emailAndPassword().focus.values == [.first])
    #expect(TrialForm.emailAndPassword(startingWith: "ada@lovelace.example").focus.values == [.second])
  }

  @Test("Enter moves to the next empty field, past the last to the first, then to the first that isn't valid")
  func enter() {
    let form = TrialForm.emailAndPassword()
    form.second.type("correct horse")
    form.inputs.second.didReturn()
    #expect(form.focus.last == .first)
    form.first.type("ada")
    form.second.type("")
    form.inputs.first.didReturn()
    #expect(form.focus.last == .second)
    form.second.type("correct horse")
    form.inputs.second.didReturn()
    #expect(form.focus.values == [.first, .first, .second, .first])
    #expect(form.progress.values == [nil])
  }

  @Test("Enter in an empty field stays there and says what is missing, until the user types")
  func enterInEmptyField() {
    let form = TrialForm.emailAndPassword()
    form.inputs.first.didReturn()
    #expect(form.focus.values == [.first, .first])
    #expect(form.first.status.last == .invalid)
    #expect(form.first.message.last == .emailMissing)
    #expect(form.second.message.last == .some(nil))

    form.first.type("a")
    #expect(form.first.message.last == .emailNotValid)
    form.inputs.second.didReturn()
    #expect(form.second.message.last == .passwordMissing)
  }

  @Test("The button says of every empty field what is missing")
  func buttonWhileEmpty() {
    let form = TrialForm.newPassword()
    form.inputs.didTapSubmit()
    #expect(form.first.message.last == .newPasswordMissing)
    #expect(form.second.message.last == .repetitionMissing)
    #expect(form.focus.last == .first)
  }

  @Test("The button moves to the first invalid field and shows why, even with late validation")
  func buttonWhileNotValid() {
    var settings = FormSettings()
    settings.timing = .late
    let form = TrialForm.emailAndPassword(settings)
    form.first.type("ada")
    form.inputs.didTapSubmit()
    #expect(form.focus.last == .first)
    #expect(form.first.status.last == .invalid)
    #expect(form.progress.values == [nil])
  }

  @Test("The button is enabled exactly while all fields are valid and no submission is running")
  func enabled() async {
    let form = TrialForm.filled()
    form.second.type("")
    form.second.type("correct horse")
    #expect(form.isSubmitEnabled.values == [false, true, false, true])
    await form.submit(endingWith: .refused(.emailOrPassword))
    #expect(form.isSubmitEnabled.last == false)
  }

  // MARK: A submission

  @Test("A failure is shown until the user types; secrets are cleared and focused, the email stays")
  func failure() async {
    let form = TrialForm.filled()
    await form.submit(endingWith: .refused(.emailOrPassword))
    #expect(form.message.values == [nil, .refused(.emailOrPassword)])
    #expect(form.second.isEmpty)
    #expect(form.second.status.last == .neutral)
    #expect(form.first.status.last == .valid)
    #expect(form.focus.last == .second)

    form.second.type("c")
    #expect(form.message.last == .some(nil))
  }

  @Test("A success shows no message and leaves no secret behind")
  func success() async {
    let form = TrialForm.filled()
    await form.submit(endingWith: nil)
    #expect(form.message.values == [nil])
    #expect(form.second.isEmpty)
    #expect(form.progress.last == .some(nil))
  }

  @Test("An answer that keeps passwords empties nothing")
  func keeping() async {
    let form = TrialForm.filled()
    await form.submit(endingWith: .passwordsMatch)
    #expect(!form.second.isEmpty)
    #expect(form.second.cleared.values.isEmpty)
    #expect(form.isSubmitEnabled.last == true)
  }

  // MARK: A block

  @Test("While a block lasts, its countdown is shown and the button is disabled, but Enter asks again")
  func enterAtBlock() async {
    let form = TrialForm.filled()
    form.block.send(.blocked(nil, seconds: 2))
    #expect(form.isSubmitEnabled.last == false)
    form.inputs.second.didReturn()
    #expect(form.progress.last??.step == 0)
    await form.submissions.wait { $0.last == 1 }
  }

  @Test("A block ends with its countdown")
  func block() async {
    let form = TrialForm.filled()
    form.block.send(.blocked(nil, seconds: 2))
    #expect(form.isSubmitEnabled.last == false)
    form.inputs.didTapSubmit()
    form.second.type("correct house")
    #expect(form.message.last == .blocked(nil, seconds: 2))
    #expect(form.progress.values == [nil])

    form.block.send(nil)
    #expect(form.isSubmitEnabled.last == true)
    #expect(form.message.last == .some(nil))
    form.inputs.second.didReturn()
    #expect(form.progress.last??.step == 0)
  }

  @Test("A failure that begins a block is shown after it, and only then cleared by a key")
  func failureAfterBlock() async {
    let form = TrialForm.filled()
    await form.submit(endingWith: .refused(.emailOrPassword))
    form.block.send(.blocked(.emailOrPassword, seconds: 1))
    form.second.type("correct")
    form.block.send(nil)
    #expect(form.message.last == .refused(.emailOrPassword))
    form.second.type("correct horse")
    #expect(form.message.last == .some(nil))
  }

  @Test("Progress counts steps at once, and seconds from the second one on")
  func progress() {
    let form = TrialForm.filled()
    form.inputs.didTapSubmit()
    #expect(form.progress.last??.step == 0)
    form.scheduler.advance(by: .milliseconds(1900))
    #expect(form.progress.last??.step == 19)
    #expect(form.progress.last??.seconds == nil)
    form.scheduler.advance(by: .milliseconds(1200))
    #expect(form.progress.last??.seconds == 3)
  }

  // MARK: Leaving

  @Test("Esc leaves the form; during a submission it cancels only that")
  func cancel() {
    let form = TrialForm.filled()
    form.inputs.didTapSubmit()
    form.inputs.didTapCancel()
    #expect(form.cancelled.values.isEmpty)
    #expect(form.progress.last == .some(nil))
    #expect(form.second.isEmpty)
    form.inputs.didTapCancel()
    #expect(form.cancelled.values.count == 1)
  }
}

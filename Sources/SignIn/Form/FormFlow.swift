public import Identity
import Secrets
public import Signals

/// A form in motion: Enter and the button lead from field to field and on to a submission, one at a time, and a message
/// says why the last one failed.
public final class FormFlow<Field: FieldName> {
  let events: FormEvents<Field>
  let focus: Signal<Field>
  let isSubmitEnabled: Signal<Bool>
  let progress: Signal<SubmissionProgress?>
  let message: Signal<Message?>

  private let fields: [(name: Field, field: any FormField)]
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - events: What happens at the form.
  ///   - submission: What is submitted.
  ///   - scheduler: Time.
  ///   - field: The field of a name.
  ///   - focus: Where else the focus goes.
  ///   - content: What is submitted of the fields.
  ///   - request: What is made of the content when it is submitted; nil for nothing that a valid form would hold.
  ///   - message: Why it failed; nil where it did not.
  ///   - cancelled: The form was left.
  init<Content, Request, Outcome>(
    _ events: FormEvents<Field>, _ submission: Submission<Request, Outcome>, _ scheduler: any Scheduler,
    field: (Field) -> any FormField, focus: Signal<Field> = .merge(), content: Signal<Content>,
    request: @escaping (Content) throws(PasswordError) -> Request?, message: @escaping (Outcome) -> Message?,
    cancelled: @escaping () -> Void
  ) {
    let fields = Field.allCases.map { (name: $0, field: field($0)) }
    self.events = events
    self.fields = fields

    // Where the form begins, where Enter and the button lead, and where it begins anew.
    let form = Signal.combineLatest(
      .combineLatest(fields.map(\.field.validation.signal)), submission.isUnderWay.signal
    ).map(FormState<Field>.init)
    let steps = form.steps(returned: events.returned.signal, submitted: events.submitted.signal)
    isSubmitEnabled = form.map(\.isSubmittable).skipRepeats()
    self.focus = .merge(
      events.loaded.signal.compactMap { (fields.first(where: \.field.start.isEmpty) ?? fields.first)?.name },
      steps.compactMap(\.field),
      submission.ended.compactMap { fields.first(where: \.field.outputs.isSecret)?.name }, focus)

    // A submission, and why the last one failed.
    steps.filter { $0 == .submit }.withLatest(from: content)
      .subscribe { _, content in submission.start { () throws(PasswordError) in try request(content) } }
      .disposed(by: bag)
    progress = submission.progress
    self.message = Signal<Message?>.merge(
      submission.answered.map(message), submission.unusable.map { .passwordUnusable($0) },
      submission.started.map { nil }
    ).shown(until: .merge(fields.map(\.field.typed)), scheduler)
    events.cancelled.signal.withLatest(from: submission.isUnderWay.signal)
      .subscribe { _, isUnderWay in if isUnderWay { submission.abandon() } else { cancelled() } }
      .disposed(by: bag)
  }

  /// The field of a name.
  func field(_ name: Field) -> any FormField {
    guard let entry = fields.first(where: { $0.name == name }) else {
      preconditionFailure("A form has a field for each of its names.")
    }
    return entry.field
  }
}

import Identity
import Secrets
import Signals

/// The flow of a form: Enter and the button move from field to field, then submit. One submission runs at a time, and a
/// message says why the last one failed.
public final class FormFlow<Field: FieldName> {
  let events: FormEvents<Field>
  let focus: Signal<Field>
  let isSubmitEnabled: Signal<Bool>
  let progress: Signal<SubmissionProgress?>
  let message: Signal<Message?>
  var names: [Field] { fields.map { $0.name } }

  private let fields: [(name: Field, field: any FormField)]
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - events: The events of the form.
  ///   - submission: Submits the form.
  ///   - scheduler: The clock of all timers.
  ///   - fields: The names of the fields, in form order.
  ///   - field: Returns the field of a name.
  ///   - focus: Further moves of the focus.
  ///   - content: The values of the fields to submit.
  ///   - request: Makes the request to submit; nil only for content that a valid form never holds.
  ///   - isHeld: Whether something besides the fields keeps the form from being submitted.
  ///   - block: The countdown to show while attempts are blocked; nil while they are not.
  ///   - failure: Why an answered submission failed; nil if it succeeded or was cancelled.
  ///   - cancelled: Called when the user leaves the form.
  init<Content, Request, Outcome>(
    _ events: FormEvents<Field>, _ submission: Submission<Request, Outcome>, _ scheduler: any Scheduler,
    fields names: [Field], field: (Field) -> any FormField, focus: Signal<Field> = .merge(), content: Signal<Content>,
    request: @escaping (Content) throws(PasswordError) -> Request?, isHeld: Signal<Bool> = .just(false),
    block: Signal<Message?> = .just(nil), failure: Signal<Message?>,
    cancelled: @escaping () -> Void
  ) {
    let fields = names.map { (name: $0, field: field($0)) }
    self.events = events
    self.fields = fields

    // A block dims the button and shows its countdown, and any other message waits for its end.
    let block = block.hold(nil)
    let isBlocked = block.signal.map { $0 != nil }.skipRepeats()

    // The first focus, the steps of Enter and the button, and the focus after a submission.
    // Closures, not key paths: in generic code a key path is made at run time, which the start of the form waits for.
    let validations: Signal<[FieldValidation]> =
      fields.isEmpty ? .just([]) : .combineLatest(fields.map { $0.field.validation.signal })
    let isBusy = Signal<(Bool, Bool, Bool)>.combineLatest(submission.isUnderWay.signal, isBlocked, isHeld)
      .map { $0 || $1 || $2 }
    let form = Signal.combineLatest(validations, isBusy)
      .map { FormState<Field>(Array(zip(names, $0)), isBusy: $1) }
    let steps = form.steps(returned: events.returned.signal, submitted: events.submitted.signal)
    isSubmitEnabled = form.map { $0.isSubmittable }.skipRepeats()
    self.focus = .merge(
      events.loaded.signal.compactMap { (fields.first { $0.field.start.isEmpty } ?? fields.first)?.name },
      steps.compactMap { $0.field },
      submission.ended.compactMap { fields.first(where: \.field.outputs.isSecret)?.name }, focus)

    // The submission, and why the last one failed.
    steps.filter { $0 == .submit }.withLatest(from: content)
      .subscribe { _, content in submission.start { () throws(PasswordError) in try request(content) } }
      .disposed(by: bag)
    progress = submission.progress
    let typed = Signal.merge(fields.map { $0.field.typed }).filter { block.value == nil }
    let shown = Signal<Message?>.merge(
      failure, submission.unusable.map { .passwordUnusable($0) },
      submission.started.map { nil }
    ).shown(until: typed)
    message = Signal.combineLatest(block.signal, shown).map { $0 ?? $1 }.skipRepeats()
    events.cancelled.signal.withLatest(from: submission.isUnderWay.signal)
      .subscribe { _, isUnderWay in if isUnderWay { submission.abandon() } else { cancelled() } }
      .disposed(by: bag)
  }

  /// Returns the field of a name.
  func field(_ name: Field) -> any FormField {
    guard let entry = fields.first(where: { $0.name == name }) else {
      preconditionFailure("Every field name needs a field.")
    }
    return entry.field
  }
}

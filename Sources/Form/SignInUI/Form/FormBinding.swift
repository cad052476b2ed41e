import Identity
import SignIn
import Signals

extension FormView {
  /// Reports the events that all forms have in common.
  func bindInputs(_ inputs: any FormInputs) {
    for (view, field) in zip(fields, inputs.fields) { view.bindInputs(field) }
    button.didTap = inputs.didTapSubmit
    didAskToReveal = inputs.didTapReveal
    didChangeCapsLock = inputs.didChangeCapsLock
    willSuspend = inputs.willSuspend
    didCancel = inputs.didTapCancel
  }

  /// Shows the state that all forms have in common.
  func bindOutputs(_ outputs: any FormOutputs, _ words: FormWords, in bag: DisposeBag) {
    for (view, field) in zip(fields, outputs.fields) { view.bindOutputs(field, look.glyphs, in: bag) }
    outputs.focusedField.bind(to: Binder(self) { $0.focus($0.fields[$1]) }).disposed(by: bag)
    outputs.isSubmitEnabled.bind(to: Binder(button) { $0.isEnabled = $1 }).disposed(by: bag)
    outputs.progress.bind(
      to: Binder(self) { form, progress in
        form.isInteractive = progress == nil
        form.button.mark = progress == nil ? form.look.glyphs.enter : nil
        form.button.title = progress?.text(words.doing, form.look.glyphs) ?? words.title
      }
    ).disposed(by: bag)
    let areSecret = outputs.fields.map(\.isSecret)
    outputs.message.bind(
      to: Binder(self) { form, message in
        let place = message?.field(amongSecret: areSecret)
        for (index, field) in form.fields.enumerated() { field.refusal = index == place ? message?.text : nil }
      }
    ).disposed(by: bag)
  }
}

extension Message {
  /// Returns the field that a refusal concerns, or else the last secret one.
  /// - Parameter areSecret: For each field, whether it holds a password.
  fileprivate func field(amongSecret areSecret: [Bool]) -> Int? {
    switch self {
    case .accountExists: areSecret.firstIndex(of: false)
    case .refused(.currentPassword, _): areSecret.firstIndex(of: true)
    // A new password is above its repetition.
    case .violation:
      areSecret.dropLast().lastIndex(of: true) ?? areSecret.lastIndex(of: true)
    default: areSecret.lastIndex(of: true) ?? areSecret.indices.last
    }
  }
}

extension TextField {
  fileprivate func bindInputs(_ inputs: FieldInputs) {
    didChange = inputs.didChange
    didPaste = inputs.didPaste
    didPassEnd = inputs.didAcceptSuggestion
    didReturn = inputs.didReturn
    didLeave = inputs.didLeave
  }

  fileprivate func bindOutputs(_ outputs: FieldOutputs, _ glyphs: Glyphs, in bag: DisposeBag) {
    outputs.text.bind(to: Binder(self) { $0.setText($1) }).disposed(by: bag)
    outputs.correction.bind(to: Binder(self) { $0.correct(to: $1) }).disposed(by: bag)
    outputs.status.bind(to: Binder(self) { $0.status = $1 }).disposed(by: bag)
    outputs.message.bind(to: Binder(self) { $0.message = $1?.text }).disposed(by: bag)
    Signal<(Message?, PasswordStrength?, String?)>
      .combineLatest(outputs.note, outputs.strength, outputs.suggestion)
      .bind(
        to: Binder(self) { field, notes in
          let (note, strength, suggestion) = notes
          field.note =
            strength.flatMap { note == nil ? $0.bar(glyphs) : nil }
            ?? note.map { TextField.Caption(text: $0.text, role: .hint) }
            ?? suggestion.map {
              .init(text: Suggestion.onScreen($0), role: .hint, mark: glyphs.suggestion, markRole: .accent)
            }
          field.noteAway = suggestion.map(Suggestion.onScreen)
        }
      ).disposed(by: bag)
    outputs.returnLeadsOn.bind(to: Binder(self) { $0.returnLeadsOn = $1 }).disposed(by: bag)
    outputs.rule.bind(to: Binder(self) { field, rule in if let rule { field.explain(rule.text) } }).disposed(by: bag)
    outputs.secondsRevealed.bind(to: Binder(self) { $0.secondsRevealed = $1 }).disposed(by: bag)
    outputs.cleared.bind(to: Binder(self) { field, _ in field.wipe() }).disposed(by: bag)
  }
}

extension SubmissionProgress {
  /// The button's title during a submission: a spinner, `doing` or the place in the queue, and after a while the seconds.
  fileprivate func text(_ doing: String, _ glyphs: Glyphs) -> String {
    "\(glyphs.spinner[step % glyphs.spinner.count]) \(placeInQueue ?? doing)\(seconds.map { " \($0) s" } ?? "")"
  }
}

import Identity
import SignIn
import Signals

extension PlainForm {
  /// Creates a question for each field of a form, and binds the questions to its view model, in both directions.
  /// - Returns: The questions, in field order. An empty line leads back to the previous question.
  func bind<Field>(
    _ inputs: some FormInputs<Field>, _ outputs: some FormOutputs<Field>, _ words: FormWords<Field>, doing: String,
    in bag: DisposeBag
  ) -> [Question] {
    let names = outputs.fields
    let questions = names.map {
      Question(
        words.field($0).title, isSecret: outputs.field($0).isSecret, isMasked: outputs.field($0).isMasked)
    }
    for (index, question) in questions.enumerated().dropFirst() where !outputs.field(names[index - 1]).isFixed {
      question.before = questions[index - 1]
    }
    for (name, question) in zip(names, questions) {
      question.didChange = { inputs.didChange(name, to: $0) }
      question.didLeave = { inputs.didLeave(name) }
      question.didAnswer = { inputs.returnTapped(in: name) }
      bind(question, outputs.field(name), in: bag)
    }
    didCancel = { inputs.cancelTapped() }
    outputs.focus.compactMap(names.firstIndex).bind(to: Binder(self) { $0.focus(questions[$1]) }).disposed(by: bag)
    outputs.progress.bind(to: Binder(self) { $0.show($1, doing) }).disposed(by: bag)
    outputs.message.bind(to: Binder(self) { $0.show($1) }).disposed(by: bag)
    return questions
  }

  private func bind(_ question: Question, _ outputs: FieldOutputs, in bag: DisposeBag) {
    outputs.text.bind(to: Binder(self) { $0.prefill(question, $1) }).disposed(by: bag)
    outputs.isValid.bind(to: Binder(question) { $0.isValid = $1 }).disposed(by: bag)
    outputs.message.bind(to: Binder(question) { $0.message = $1?.text }).disposed(by: bag)
    Signal<(Message?, PasswordStrength?, String?)>
      .combineLatest(outputs.note, outputs.strength, outputs.suggestion)
      .bind(
        to: Binder(question) { question, notes in
          let (note, strength, suggestion) = notes
          question.note = note?.text ?? strength?.sentence ?? suggestion.map(Suggestion.inWords)
          question.suggestion = suggestion
        }
      ).disposed(by: bag)
    outputs.cleared.bind(to: Binder(question) { question, _ in question.wipe() }).disposed(by: bag)
  }
}

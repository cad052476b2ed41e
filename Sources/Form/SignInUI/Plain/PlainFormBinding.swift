import Identity
import SignIn
import Signals

extension PlainForm {
  /// Creates a question for each field of a form, and binds the questions to its view model, in both directions.
  /// - Parameters:
  ///   - words: The words of the form, with those of each field in form order.
  ///   - doing: The sentence that begins a submission.
  /// - Returns: The questions, in form order. An empty line leads back to the previous question.
  func bind(
    _ inputs: any FormInputs, _ outputs: any FormOutputs, _ words: FormWords, doing: String, in bag: DisposeBag
  ) -> [PlainQuestion] {
    let fields = outputs.fields
    precondition(fields.count == words.fields.count, "Each field has words.")
    let questions = zip(words.fields, fields).map { words, field in
      PlainQuestion(words.title, isSecret: field.isSecret, isMasked: field.isMasked)
    }
    for (index, question) in questions.enumerated().dropFirst() where !fields[index - 1].isFixed {
      question.before = questions[index - 1]
    }
    for (question, field) in zip(questions, zip(inputs.fields, fields)) { bind(question, field.0, field.1, in: bag) }
    didCancel = inputs.didTapCancel
    outputs.focusedField.bind(to: Binder(self) { $0.focus(questions[$1]) }).disposed(by: bag)
    outputs.progress.bind(to: Binder(self) { $0.show($1, doing) }).disposed(by: bag)
    outputs.message.bind(to: Binder(self) { $0.show($1) }).disposed(by: bag)
    return questions
  }

  private func bind(_ question: PlainQuestion, _ inputs: FieldInputs, _ outputs: FieldOutputs, in bag: DisposeBag) {
    question.didChange = inputs.didChange
    question.didLeave = inputs.didLeave
    question.didAnswer = inputs.didReturn
    question.didMiss = inputs.didReturn

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
    outputs.rule.bind(to: Binder(question) { $0.rule = $1?.text }).disposed(by: bag)
    outputs.cleared.bind(to: Binder(question) { question, _ in question.wipe() }).disposed(by: bag)
  }
}

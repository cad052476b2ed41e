import Sentences
import SignIn
import Signals
import Terminal

/// The form where people sign in at another provider only, on the screen.
final class ProviderView: FormView {
  private let bag = DisposeBag()

  /// - Parameter title: Replaces the form's own title; nil keeps it.
  init(viewModel: any ProviderViewModelType, title: String?, look: Look) {
    let outputs = viewModel.outputs
    super.init(.provider(outputs), outputs.fields, look: look)
    isLock = outputs.isLock
    self.title = outputs.isLock ? translated("This terminal is locked") : title ?? translated("Sign in")
    bindInputs(viewModel.inputs)
    bindOutputs(outputs)
    viewModel.inputs.viewDidLoad()
  }

  private func bindOutputs(_ outputs: any ProviderViewModelOutputs) {
    bindOutputs(outputs, .provider(outputs), in: bag)
    outputs.message.bind(
      to: Binder(self) { form, message in
        let text = message?.text ?? ""
        form.preface.lines = { room in
          text.isEmpty ? [] : wrappedCaptions(text, columns: room.columns)
        }
      }
    ).disposed(by: bag)
  }
}

private func wrappedCaptions(_ text: String, columns: Int) -> [TextField.Caption] {
  wrapped(text, columns: columns).map { TextField.Caption(text: $0, role: .invalid) }
}

extension FormWords {
  /// The words of a form without fields, whose button leads to the provider.
  static func provider(_ outputs: any ProviderViewModelOutputs) -> FormWords {
    let provider: KeyValuePairs = ["provider": Sanitiser.cleaned(outputs.provider)]
    return FormWords(
      title: outputs.isLock
        ? translated("Unlock with {provider}", provider) : translated("Sign in with {provider}", provider),
      proceed: outputs.isLock ? translated("unlock") : translated("sign in"),
      doing: translated("Asking {provider}", provider), fields: [])
  }
}

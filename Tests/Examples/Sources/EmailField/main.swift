// Type an email and Enter; an empty line submits it. Ctrl-D ends it.
import Signals

let viewModel = EmailViewModel()
let bag = DisposeBag()

viewModel.isEmailValid.subscribe { print($0 ? "(Submit)" : "(Submit is off)") }.disposed(by: bag)
viewModel.emailErrorText.subscribe { if let text = $0 { print(text) } }.disposed(by: bag)
viewModel.submitted.subscribe { print("Welcome, \($0)") }.disposed(by: bag)

while let line = readLine() {
  if line.isEmpty { viewModel.didTapSubmit() } else { viewModel.didChange(email: line) }
}

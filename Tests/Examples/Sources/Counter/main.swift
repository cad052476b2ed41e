// Type + or - and Enter. Ctrl-D ends it.
import Signals

let viewModel = CounterViewModel()
let bag = DisposeBag()

viewModel.text.subscribe { print($0) }.disposed(by: bag)
viewModel.isMinusEnabled.skipRepeats().subscribe { print($0 ? "+ or -?" : "+?") }.disposed(by: bag)

while let line = readLine() {
  switch line {
  case "+": viewModel.didTapPlus()
  case "-": viewModel.didTapMinus()
  default: break
  }
}

import Signals

/// What happens at the view.
protocol CounterViewModelInputs {
  func didTapPlus()
  func didTapMinus()
}

/// What the view shows.
protocol CounterViewModelOutputs {
  var text: Signal<String> { get }
  var isMinusEnabled: Signal<Bool> { get }
}

/// A counter that never goes below zero.
final class CounterViewModel: CounterViewModelInputs, CounterViewModelOutputs {
  let text: Signal<String>
  let isMinusEnabled: Signal<Bool>

  init() {
    let count = Signal.merge(plus.signal.map { 1 }, minus.signal.map { -1 }).scan(0) { max(0, $0 + $1) }.held(0)
    text = count.map { "Count: \($0)" }
    isMinusEnabled = count.map { $0 > 0 }
  }

  private let plus = Relay<Void>()
  func didTapPlus() { plus.send() }

  private let minus = Relay<Void>()
  func didTapMinus() { minus.send() }
}

import Signals
import Testing

@testable import Counter

@Suite("The counter")
struct CounterViewModelTests {
  @Test("It counts up and down, and never below zero")
  func counts() {
    // Given
    let counter = CounterViewModel()
    var texts: [String] = []
    let shown = counter.text.subscribe { texts.append($0) }
    defer { shown.dispose() }
    // When
    counter.didTapPlus()
    counter.didTapMinus()
    counter.didTapMinus()
    // Then
    #expect(texts == ["Count: 0", "Count: 1", "Count: 0"])
  }

  @Test("Minus is enabled above zero")
  func enables() {
    let counter = CounterViewModel()
    var isMinusEnabled = true
    let shown = counter.isMinusEnabled.subscribe { isMinusEnabled = $0 }
    defer { shown.dispose() }
    #expect(!isMinusEnabled)
    counter.didTapPlus()
    #expect(isMinusEnabled)
  }
}

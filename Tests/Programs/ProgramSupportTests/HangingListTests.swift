import ProgramSupport
import Testing

@Suite("A list of terms and texts")
struct HangingListTests {
  @Test("has the texts beside the terms, and below them where there is little room", arguments: [50, 49])
  func narrow(columns: Int) {
    let list = HangingList(indent: 20, columns: columns)
    let entries = [("--mouse", "Use the mouse, or leave it to the terminal."), ("-h", "")]
    let text = entries.flatMap { list.lines($0, $1) }.joined(separator: "\n")
    let beside = """
        --mouse           Use the mouse, or leave it to
                          the terminal.
        -h
      """
    let below = """
        --mouse
          Use the mouse, or leave it to the terminal.
        -h
      """
    #expect(text == (columns == 50 ? beside : below))
  }
}

import Testing

@testable import Terminal

@Suite("What terminals send")
struct RecordedInputTests {
  /// The events of a recording and of a key typed after it.
  private func expected(_ recording: RecordedInput.Recording) -> [Event] {
    (recording.key.map { [.key($0)] } ?? []) + .typed("x")
  }

  /// The events if the terminal's bytes come in two parts, with a pause between them.
  private func events(
    _ bytes: [UInt8], tornAt place: Int, pause: Int, _ decoder: KeyDecoder
  ) -> [Event] {
    var probe = DecoderProbe(decoder)
    probe.feed(bytes[..<place])
    probe.pause(pause)
    probe.feed(bytes[place...])
    probe.wait()
    probe.feed("x")
    return probe.events
  }

  @Test("Each key is one key, and nothing else is any", arguments: RecordedInput.all)
  func whole(recording: RecordedInput.Recording) {
    #expect(DecoderProbe.events(of: recording.bytes) + .typed("x") == expected(recording))
  }

  @Test("Torn at any byte, it means the same after 20 ms", arguments: RecordedInput.all)
  func torn(recording: RecordedInput.Recording) {
    for place in 1..<recording.bytes.count {
      let events = events(recording.bytes, tornAt: place, pause: 20, KeyDecoder())
      if events != expected(recording) { Issue.record("torn at \(place): \(events.prefix(9))") }
    }
  }

  @Test("Behind a network, it means the same after 90 ms", arguments: RecordedInput.all)
  func network(recording: RecordedInput.Recording) {
    for place in 1..<recording.bytes.count {
      let decoder = KeyDecoder(escapeDelay: EscapeDelay.remote)
      let events = events(recording.bytes, tornAt: place, pause: 90, decoder)
      if events != expected(recording) { Issue.record("torn at \(place): \(events.prefix(9))") }
    }
  }

  @Test("A pause of 400 ms presses no Esc but right after ESC", arguments: RecordedInput.all)
  func slow(recording: RecordedInput.Recording) {
    let isEscape = recording.key == Key(.escape)
    // ESC alone, or twice (Alt on rxvt-unicode), is Esc by then.
    for place in (recording.bytes[1] == 0x1B ? 3 : 2)..<max(3, recording.bytes.count) {
      let events = events(recording.bytes, tornAt: min(place, recording.bytes.count), pause: 400, KeyDecoder())
      #expect(events.contains(.key(Key(.escape))) == isEscape, "torn at \(place)")
    }
  }
}

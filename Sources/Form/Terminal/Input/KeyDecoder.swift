internal import Text
public import Unix

/// Turns the terminal's bytes into events. It is pure, so that tests can split every sequence at every place.
///
/// It knows the sequences of the terminal's own description and those of xterm, which all others imitate. An unknown
/// sequence is swallowed whole: an unknown reply types nothing into a field. A malformed sequence costs only itself:
/// the next good character is never lost.
///
/// Some bytes mean one thing alone and another together. The decoder then waits, and `timeout` says for how long. ESC
/// alone is the Esc key after `EscapeDelay`. An unfinished `ESC [` or `ESC O` gets 500 ms, because slow lines tear
/// sequences apart, and is never Esc. A paste without its end marker ends after 2 s of silence.
///
/// While the answer to ``TerminalQuestion`` is due, nothing waits longer: an answer is a sequence like any other, and the Esc
/// key and Ctrl-C are as quick as ever. The answer to its second part says that nothing is due any more.
///
/// A paste can never press a key. If a paste contains an end marker of its own, the rest of the paste follows at once.
/// So bytes are held for 25 ms after a paste. If another end marker comes, they belonged to the paste.
public nonisolated struct KeyDecoder {
  private enum State {
    /// Between keys, perhaps within a UTF-8 character.
    case ground
    /// After ESC, which may come a second time.
    case escape(doubled: Bool)
    /// After two ESC that came one by one: Esc was pressed twice.
    case escapeTwice
    /// After `ESC [`: a control sequence, up to a final byte.
    case control(doubled: Bool)
    /// After `ESC O`: one more byte, after digits at most.
    case single(doubled: Bool)
    /// After `ESC [ M` while the mouse is on: an old report, three more bytes.
    case oldMouse
    /// After `ESC` and one of `] P _ ^ X`: a string of the terminal (ECMA-48, 5.6), up to BEL or `ESC \`.
    case string(escaped: Bool)
    /// Within a bracketed paste.
    case paste
    /// Right after a paste.
    case afterPaste
  }

  /// Limits in bytes: a longer sequence is no key, and the decoder does not wait for a longer reply or held input.
  private static let sequenceLimit = 64
  private static let swallowLimit = 4096
  private static let holdLimit = 1024

  private let sequences: KeySequences
  private let charset: Charset
  let escapeDelay: Int
  /// Whether the terminal reports the mouse. Only then are the three bytes after `ESC [ M` a report, and not
  /// characters.
  var expectsMouse = false
  /// Whether the answer to ``TerminalQuestion`` is due.
  private(set) var expectsAnswer = false

  private var state = State.ground
  private var utf8 = UTF8Decoder()
  /// Whether the byte under way came alone.
  private var isSingle = false
  /// Whether ESC came before the character under way.
  private var alt = false
  /// The sequence under way, from its ESC on; in a paste, a possible end marker; after a paste, the bytes held.
  private var pending: [UInt8] = []
  private var swallowed = 0

  /// Creates a decoder.
  /// - Parameters:
  ///   - sequences: The keys in the terminal's description.
  ///   - charset: The spelling of characters.
  ///   - escapeDelay: The milliseconds after which ESC alone is the Esc key; see `EscapeDelay`.
  public init(
    sequences: KeySequences = KeySequences([]), charset: Charset = .utf8, escapeDelay: Int = EscapeDelay.local
  ) {
    self.sequences = sequences
    self.charset = charset
    self.escapeDelay = escapeDelay
    pending.reserveCapacity(Self.holdLimit + 8)
  }

  /// The question is on its way to the terminal.
  mutating func expectAnswer() { expectsAnswer = true }

  /// The answer has not come in time. Nobody waits for it any longer.
  mutating func giveUpAnswer() { expectsAnswer = false }

  /// The milliseconds without a byte after which `timedOut` is due; nil while nothing is pending.
  public var timeout: Int? {
    switch state {
    case .ground: nil
    case .escape: escapeDelay
    case .escapeTwice: min(escapeDelay, EscapeDelay.local)
    case .afterPaste: 25
    // Alt-_ is a key of the form, and no slower than Esc.
    case .string(escaped: false) where pending.count == 2 && isReplayable: escapeDelay
    case .control, .single, .oldMouse, .string: 500
    case .paste: 2000
    }
  }

  /// Takes bytes in the order of arrival.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
    isSingle = bytes.count == 1
    for byte in bytes { step(byte, emit) }
  }

  /// Settles the pending bytes, after `timeout` milliseconds without a byte.
  public mutating func timedOut(_ emit: (Event) -> Void) {
    switch state {
    case .ground: break
    case .escape(doubled: false):
      reset()
      emit(.key(Key(.escape)))
    case .escape(doubled: true), .escapeTwice:
      reset()
      emit(.key(Key(.escape)))
      emit(.key(Key(.escape)))
    case .control, .single, .oldMouse, .string(escaped: false): abandon(emit)
    case .string(escaped: true):
      let isKey = pending.count == 2
      abandon(emit)
      if isKey { emit(.key(Key(.escape))) }
    case .paste:
      releasePending(emit)
      reset()
      emit(.pasteEnded)
    case .afterPaste: replay(emit)
    }
  }

  private mutating func step(_ byte: UInt8, _ emit: (Event) -> Void) {
    switch state {
    case .ground: ground(byte, emit)
    case .escape(let doubled): escape(byte, doubled, emit)
    case .escapeTwice: escape(byte, true, emit)
    case .control(let doubled): control(byte, doubled, emit)
    case .single(let doubled): single(byte, doubled, emit)
    case .oldMouse: oldMouse(byte, emit)
    case .string(let escaped): string(byte, escaped, emit)
    case .paste: paste(byte, emit)
    case .afterPaste: afterPaste(byte, emit)
    }
  }

  /// Forgets the pending bytes, and overwrites them: held input may be a password.
  private mutating func reset() {
    state = .ground
    alt = false
    swallowed = 0
    clearPending()
  }

  private mutating func clearPending() {
    for index in pending.indices { pending[index] = 0 }
    pending.removeAll(keepingCapacity: true)
  }
}

// MARK: Characters

nonisolated extension KeyDecoder {
  private mutating func ground(_ byte: UInt8, _ emit: (Event) -> Void) {
    if byte == 0x1B && !utf8.isPending {
      alt = false
      clearPending()
      pending.append(byte)
      state = .escape(doubled: false)
      return
    }
    switch spell(byte) {
    case .more: break
    case .scalar(let scalar):
      if let key = Key(typed: scalar) { emit(.key(alt ? key.with(.alt) : key)) }
      alt = false
    case .dropped: alt = false
    case .again:
      alt = false
      ground(byte, emit)
    }
  }

  private mutating func spell(_ byte: UInt8) -> UTF8Decoder.Step {
    guard case .singleByte(let table) = charset, byte >= 0x80 else { return utf8.feed(byte) }
    return table[Int(byte) - 0x80].map(UTF8Decoder.Step.scalar) ?? .dropped
  }

  // MARK: Sequences

  private mutating func escape(_ byte: UInt8, _ doubled: Bool, _ emit: (Event) -> Void) {
    if finishesKnown(byte, doubled, emit) { return }
    switch byte {
    case UInt8(ascii: "["): state = .control(doubled: doubled)
    case UInt8(ascii: "O"): state = .single(doubled: doubled)
    // OSC, DCS, APC, PM and SOS.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      if doubled { emit(.key(Key(.escape))) }
      state = .string(escaped: false)
    case 0x1B:
      if doubled { emit(.key(Key(.escape))) }
      pending.removeLast()
      state = isSingle ? .escapeTwice : .escape(doubled: true)
    default:
      reset()
      if doubled { emit(.key(Key(.escape))) }
      alt = true
      ground(byte, emit)
    }
  }

  private mutating func control(_ byte: UInt8, _ doubled: Bool, _ emit: (Event) -> Void) {
    guard (0x20...0x7E).contains(byte) else { return interrupt(byte, emit) }
    if finishesKnown(byte, doubled, emit) { return }
    if pending.count > Self.sequenceLimit {
      pending.removeLast()
      swallowed += 1
    }
    switch byte {
    case UInt8(ascii: "$") where ControlSequence(pending)?.isRxvtShift == true: finish(meaning, doubled, emit)
    case 0x3C...0x3F where doubled:  // a private mark, which no key has
      emit(.key(Key(.escape)))
      state = .control(doubled: false)
    case 0x20...0x3F:
      if swallowed > Self.swallowLimit { reset() }
    case UInt8(ascii: "[") where pending.count == 3: break  // the Linux console's function keys: one more byte
    case UInt8(ascii: "M") where pending.count == 3 && expectsMouse:
      if doubled { emit(.key(Key(.escape))) }
      state = .oldMouse
    default: finish(meaning, doubled, emit)
    }
  }

  /// What the control sequence under way means; nil if it is too long.
  private var meaning: ControlSequence.Meaning? { swallowed > 0 ? nil : ControlSequence(pending)?.meaning }

  private mutating func single(_ byte: UInt8, _ doubled: Bool, _ emit: (Event) -> Void) {
    guard (0x20...0x7E).contains(byte) else { return interrupt(byte, emit) }
    if finishesKnown(byte, doubled, emit) { return }
    if (0x30...0x39).contains(byte) || byte == UInt8(ascii: ";"), pending.count < 6 { return }
    finish(ControlSequence(pending)?.singleMeaning, doubled, emit)
  }

  private mutating func oldMouse(_ byte: UInt8, _ emit: (Event) -> Void) {
    guard byte >= 0x20 else { return interrupt(byte, emit) }
    pending.append(byte)
    guard pending.count == 6 else { return }
    let report = Mouse(
      button: Int(pending[3]) - 32, column: Int(pending[4]) - 32, row: Int(pending[5]) - 32, released: false)
    reset()
    if let report { emit(.mouse(report)) }
  }

  private mutating func string(_ byte: UInt8, _ escaped: Bool, _ emit: (Event) -> Void) {
    swallowed += 1
    switch byte {
    case UInt8(ascii: "\\") where escaped: endString(emit)
    case _ where escaped:  // the ESC did not belong to the string
      abandon(emit)
      ground(0x1B, emit)
      step(byte, emit)
    case 0x1B: state = .string(escaped: true)
    case 0x07: endString(emit)
    case 0x00..<0x20: interrupt(byte, emit)  // so that Enter and Ctrl-C always get through
    default:
      let isAnswer = expectsAnswer && pending.count < Self.sequenceLimit
      if pending.count == 2 || isAnswer || isReplayable && pending.count < Self.holdLimit { pending.append(byte) }
      if swallowed > Self.swallowLimit { reset() }
    }
  }

  /// Handles a complete string, which may be the answer that is due.
  private mutating func endString(_ emit: (Event) -> Void) {
    let isAnswer = expectsAnswer && pending.count > 2 && pending[1] == UInt8(ascii: "]")
    let background = isAnswer ? TerminalQuestion.background(in: pending[2...]) : nil
    reset()
    if let background { emit(.background(background)) }
  }

  /// Whether the string under way may be keys: only its end proves that it wasn't `Alt-_ x`. A person types less than
  /// the decoder holds. OSC and DCS are never keys: terminals send them unasked, and cut off.
  private var isReplayable: Bool {
    pending.count >= 2 && "_^X".utf8.contains(pending[1]) && pending.count < Self.holdLimit
  }

  /// Emits the key of a sequence that the terminal's description names. Returns whether it did.
  private mutating func finishesKnown(_ byte: UInt8, _ doubled: Bool, _ emit: (Event) -> Void) -> Bool {
    pending.append(byte)
    guard let key = sequences.key(pending) else { return false }
    reset()
    emit(.key(doubled ? key.with(.alt) : key))
    return true
  }

  /// An ESC more is Alt before a key. Before what the terminal says by itself, it is an Esc that was pressed.
  private mutating func finish(_ meaning: ControlSequence.Meaning?, _ doubled: Bool, _ emit: (Event) -> Void) {
    reset()
    guard let meaning else { return }
    if case .key(let key) = meaning { return emit(.key(doubled ? key.with(.alt) : key)) }
    if doubled { emit(.key(Key(.escape))) }
    switch meaning {
    case .key: break
    case .mouse(let mouse): emit(.mouse(mouse))
    case .pasteBegins:
      state = .paste
      emit(.pasteBegan)
    case .cursor(let column): if expectsAnswer, column == 3 { emit(.ambiguousIsWide) }
    case .kindOfTerminal: expectsAnswer = false
    }
  }

  /// Handles a byte that belongs to no sequence: the sequence is lost, the byte is not.
  private mutating func interrupt(_ byte: UInt8, _ emit: (Event) -> Void) {
    abandon(emit)
    ground(byte, emit)
  }

  /// Gives up the sequence. If only its first two bytes came, it was a key with Alt. So it was if it can be replayed.
  private mutating func abandon(_ emit: (Event) -> Void) {
    guard pending.count == 2 || isReplayable else { return reset() }
    emit(.key(.alt(Unicode.Scalar(pending[1]))))
    (state, swallowed) = (.ground, 0)
    refeed(from: 2, emit)
  }

  // MARK: Paste

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let pasteBegin = Array("\u{1B}[200~".utf8)

  private mutating func paste(_ byte: UInt8, _ emit: (Event) -> Void) {
    let place = pending.count
    guard byte == Self.pasteEnd[place] || (place > 0 && byte == Self.pasteBegin[place]) else {
      releasePending(emit)
      if byte == 0x1B { pending.append(byte) } else { content(byte, emit) }
      return
    }
    pending.append(byte)
    guard pending.count == Self.pasteEnd.count else { return }
    let ended = pending == Self.pasteEnd  // a second begin marker within a paste is left out
    clearPending()
    utf8.reset()
    guard ended else { return }
    state = .afterPaste
    emit(.pasteEnded)
  }

  /// Emits what looked like a marker as text.
  private mutating func releasePending(_ emit: (Event) -> Void) {
    for byte in pending { content(byte, emit) }
    clearPending()
  }

  private mutating func content(_ byte: UInt8, _ emit: (Event) -> Void) {
    switch spell(byte) {
    case .scalar(let scalar): emit(.pasted(scalar))
    case .again: content(byte, emit)
    case .more, .dropped: break
    }
  }

  private mutating func afterPaste(_ byte: UInt8, _ emit: (Event) -> Void) {
    pending.append(byte)
    if endsPending(with: Self.pasteEnd) {
      pending.removeLast(Self.pasteEnd.count)
      guard !pending.isEmpty else { return }
      emit(.pasteBegan)
      releasePending(emit)
      utf8.reset()
      emit(.pasteEnded)
    } else if endsPending(with: Self.pasteBegin) {
      pending.removeLast(Self.pasteBegin.count)
      replay(emit)
      timedOut(emit)
      state = .paste
      emit(.pasteBegan)
    } else if pending.count >= Self.holdLimit {  // nobody types that fast
      emit(.pasteBegan)
      state = .paste
      refeed(emit)
    }
  }

  private func endsPending(with marker: [UInt8]) -> Bool {
    pending.last == marker.last && pending.count >= marker.count && pending.suffix(marker.count).elementsEqual(marker)
  }

  /// Emits the held bytes as keys: they were typed.
  private mutating func replay(_ emit: (Event) -> Void) {
    state = .ground
    refeed(emit)
  }

  /// Decodes the held bytes again, in the current state, and overwrites them.
  private mutating func refeed(from start: Int = 0, _ emit: (Event) -> Void) {
    var held: [UInt8] = []
    held.reserveCapacity(Self.holdLimit + 8)
    swap(&held, &pending)
    for index in held.indices {
      if index >= start { step(held[index], emit) }
      held[index] = 0
    }
  }
}

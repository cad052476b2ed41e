internal import Identity

/// The picture of a QR code: first its patterns, then its data around them.
struct QRDrawing {
  private let version: QRVersion
  private var picture: BitMatrix
  /// The modules that belong to a pattern, dark or light.
  private var fixed: BitMatrix

  private var size: Int { version.size }

  /// The patterns that all pictures of a version have (6.3).
  init(version: QRVersion) {
    self.version = version
    picture = BitMatrix(size: version.size)
    fixed = picture
    // The squares by which a reader finds the picture, with a light border; small ones that straighten it, but none in
    // those; and lines of dots that count the modules.
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      fixRings(around: row, column, [true, true, false, true, false])
    }
    for row in version.centres {
      for column in version.centres where !fixed[row, column] { fixRings(around: row, column, [true, false, true]) }
    }
    for index in 8..<size - 8 {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
    fixFormat(mask: 0)  // keeps its place
    if version.number >= 7 { fixVersion() }
  }

  /// Returns the picture with data and correction, under a mask from 0 to 7.
  func filled(with codewords: [UInt8], mask: Int) -> BitMatrix {
    var drawing = self
    drawing.fixFormat(mask: mask)
    var bits = codewords.lazy.flatMap { byte in (0..<8).lazy.map { byte & (0x80 >> UInt8($0)) != 0 } }.makeIterator()
    for (row, column) in freeModules {
      // A few modules can be left over. They are light before the mask.
      drawing.picture[row, column] = (bits.next() ?? false) != Self.inverts(mask, row, column)
    }
    return drawing.picture
  }

  /// The modules without a pattern, in the order of the data (7.7.3): by pairs of columns from the right, up and down
  /// in turn. The line in column 6 belongs to no pair.
  private var freeModules: [(row: Int, column: Int)] {
    let pairs = Array(stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1]
    return pairs.enumerated().flatMap { number, right in
      (0..<size).flatMap { step in
        let row = number % 2 == 0 ? size - 1 - step : step
        return [(row, right), (row, right - 1)].filter { !fixed[$0.0, $0.1] }
      }
    }
  }

  /// Whether a mask inverts a module (table 10).
  private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  // MARK: Patterns

  private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
    picture[row, column] = isDark
    fixed[row, column] = true
  }

  /// Draws square rings around a module, as far as they are in the picture. The first "ring" is the module itself.
  private mutating func fixRings(around row: Int, _ column: Int, _ areDark: [Bool]) {
    let reach = areDark.count - 1
    for down in -reach...reach where (0..<size).contains(row + down) {
      for right in -reach...reach where (0..<size).contains(column + right) {
        fix(row + down, column + right, areDark[max(abs(down), abs(right))])
      }
    }
  }

  /// Level and mask, twice (7.9): around the first corner, and along the two others.
  private mutating func fixFormat(mask: Int) {
    let format = Self.protected(version.level.rawValue << 3 | mask, count: 10, divisor: 0x537) ^ 0x5412
    let corner = [0, 1, 2, 3, 4, 5, 7, 8].map { ($0, 8) } + [7, 5, 4, 3, 2, 1, 0].map { (8, $0) }
    let others = (1...8).map { (8, size - $0) } + (1...7).reversed().map { (size - $0, 8) }
    for places in [corner, others] {
      for (bit, place) in places.enumerated() { fix(place.0, place.1, format >> bit & 1 == 1) }
    }
    fix(size - 8, 8, true)
  }

  /// The number of the version, twice (7.10).
  private mutating func fixVersion() {
    let bits = Self.protected(version.number, count: 12, divisor: 0x1F25)
    for bit in 0..<18 {
      let (near, far) = (bit / 3, size - 11 + bit % 3)
      fix(near, far, bits >> bit & 1 == 1)
      fix(far, near, bits >> bit & 1 == 1)
    }
  }

  /// A value followed by `count` bits that correct errors in it (annexes C and D): the remainder of a division of
  /// polynomials whose coefficients are bits.
  private static func protected(_ value: Int, count: Int, divisor: Int) -> Int {
    let remainder = (0..<count).reduce(value) { rest, _ in rest << 1 ^ (rest >> (count - 1)) * divisor }
    return value << count | remainder
  }
}

extension BitMatrix {
  /// How hard the picture is to read (7.8.3). The best mask has the least.
  var penalty: Int {
    let range = 0..<size
    let rows = range.map { row in range.map { self[row, $0] } }
    let columns = range.map { column in range.map { self[$0, column] } }
    let dark = rows.joined().count { $0 }
    let balance = abs(dark * 20 - size * size * 10) / (size * size) * 10
    return (rows + columns).reduce(balance) { $0 + Self.runPenalty($1) + Self.finderPenalty($1) }
      + zip(rows, rows.dropFirst()).reduce(0) { $0 + Self.blockPenalty($1.0, $1.1) }
  }

  /// 3 for each run of five equal modules, and 1 for each further one.
  private static func runPenalty(_ line: [Bool]) -> Int {
    var (penalty, run) = (0, 1)
    for (module, next) in zip(line, line.dropFirst()) {
      run = module == next ? run + 1 : 1
      penalty += run == 5 ? 3 : run > 5 ? 1 : 0
    }
    return penalty
  }

  /// 3 for each square of four equal modules.
  private static func blockPenalty(_ line: [Bool], _ next: [Bool]) -> Int {
    var penalty = 0
    for right in 1..<line.count where line[right - 1] == line[right] && next[right - 1] == next[right] {
      penalty += line[right] == next[right] ? 3 : 0
    }
    return penalty
  }

  /// 40 for each row of modules like those through the middle of a corner's square, with light ones on one side.
  private static func finderPenalty(_ line: [Bool]) -> Int {
    let light = [Bool](repeating: false, count: 4)
    let padded = light + line + light
    var penalty = 0
    for start in 4...line.count - 3
    where padded[start..<start + 7].elementsEqual([true, false, true, true, true, false, true]) {
      let hasSpace =
        padded[start - 4..<start].elementsEqual(light) || padded[start + 7..<start + 11].elementsEqual(light)
      penalty += hasSpace ? 40 : 0
    }
    return penalty
  }
}

import TestSupport

/// A disk that keeps only its promise: synced bytes stay. Of all later writes any part may be there, in any order and
/// torn between two sectors. Files are created and removed in order, as by a journaling file system, and any sync also
/// makes the earlier ones permanent.
struct DiskAfterPowerCut {
  private struct File {
    var kept: [UInt8] = []
    var pending: [DiskRecording.Event] = []
  }

  private static let sector = 512

  private var files: [Int: File] = [:]
  private var now: [String: Int] = [:]
  private var kept: [String: Int] = [:]
  private var renamings: [(name: String, file: Int?)] = []

  /// The disk after all of `events`.
  init(_ events: some Sequence<DiskRecording.Event>) {
    for event in events { add(event) }
  }

  private mutating func add(_ event: DiskRecording.Event) {
    switch event {
    case .made(let name):
      guard now[name] == nil else { return }
      let file = files.count
      files[file] = File()
      now[name] = file
      renamings.append((name, file))
    case .removed(let name):
      guard now.removeValue(forKey: name) != nil else { return }
      renamings.append((name, nil))
    case .renamed(let name, let other):
      guard let file = now.removeValue(forKey: name) else { return }
      now[other] = file
      renamings += [(other, file), (name, nil)]
    case .wrote(let name, _, _), .cut(let name, _):
      guard let file = now[name] else { return }
      files[file]?.pending.append(event)
    case .synced(let name):
      for renaming in renamings { kept[renaming.name] = renaming.file }
      renamings = []
      guard let file = now[name], let pending = files[file]?.pending else { return }
      for event in pending { Self.apply(event, to: &files[file, default: File()].kept) }
      files[file]?.pending = []
    case .hashes, .told: break
    }
  }

  /// The files, by name, that may be found when the power comes back.
  /// - Parameter chance: The chance of each unsynced write to be there, from 0 to 1.
  func files(keeping chance: Double, _ random: inout SeededGenerator) -> [String: [UInt8]] {
    var names = kept
    for renaming in renamings.prefix(.random(in: 0...renamings.count, using: &random)) {
      names[renaming.name] = renaming.file
    }
    return names.compactMapValues { files[$0] }.mapValues { file in
      var bytes = file.kept
      for event in file.pending where .random(in: 0..<1, using: &random) < chance {
        guard case .wrote(let name, let offset, let text) = event, Bool.random(using: &random) else {
          Self.apply(event, to: &bytes)
          continue
        }
        // A torn write: some of its sectors are there, others are not.
        var start = 0
        while start < text.count {
          let end = min(text.count, (offset + start) / Self.sector * Self.sector + Self.sector - offset)
          if Bool.random(using: &random) {
            Self.apply(.wrote(name, at: offset + start, Array(text[start..<end])), to: &bytes)
          }
          start = end
        }
      }
      return bytes
    }
  }

  private static func apply(_ event: DiskRecording.Event, to bytes: inout [UInt8]) {
    switch event {
    case .wrote(_, let offset, let text):
      if bytes.count < offset + text.count {
        bytes += [UInt8](repeating: 0, count: offset + text.count - bytes.count)
      }
      bytes.replaceSubrange(offset..<offset + text.count, with: text)
    case .cut(_, let length):
      if bytes.count > length { bytes.removeLast(bytes.count - length) }
      bytes += [UInt8](repeating: 0, count: length - bytes.count)
    default: break
    }
  }
}

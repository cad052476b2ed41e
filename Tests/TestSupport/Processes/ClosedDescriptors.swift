import Glibc

extension posix_spawn_file_actions_t {
  private typealias Function = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// glibc's function, which Swift does not see.
  private static let closeFrom = dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: Function.self)
  }

  /// Closes all descriptors from `first` on: those of other tests.
  mutating func close(from first: Int32) {
    guard Self.closeFrom?(&self, first) == 0 else { fatalError("glibc is older than 2.34") }
  }
}

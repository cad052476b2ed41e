internal import Glibc

/// What the C library calls an `errno`, in the language of the locale.
public func systemError(_ number: Int32) -> String {
  String(cString: strerror(number))
}

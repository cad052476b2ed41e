internal import Glibc

/// The C library's text for an `errno`, in the language of the locale.
public func systemError(_ number: Int32) -> String {
  String(cString: strerror(number))
}

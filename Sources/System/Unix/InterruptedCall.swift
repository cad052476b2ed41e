internal import Glibc

/// The result of a system call, which is made again after a signal.
package func retrying(_ call: () -> Int) -> Int {
  var result = call()
  while result < 0 && errno == EINTR { result = call() }
  return result
}

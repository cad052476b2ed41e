// One request of HTTP by libcurl, whose options Swift can't set: they are variadic.
#ifndef SIGNIN_CCURL_REQUEST_H
#define SIGNIN_CCURL_REQUEST_H
#include <stddef.h>
#include <stdint.h>

/// A request, and the place for its answer. Nothing of it is kept.
struct signin_request {
  const char *address;
  /// The name of this program, for the server's log.
  const char *agent;
  /// The form; NULL for GET.
  const uint8_t *form;
  size_t form_count;
  /// A line of the header, NUL-terminated; NULL for none.
  char *authorization;
  /// Whether the address is of TLS. Nothing else is spoken then.
  int is_encrypted;
  long timeout_milliseconds;
  /// The answer's body.
  uint8_t *body;
  size_t body_limit;
  size_t body_count;
  long status;
  /// The time of the server in seconds since 1970; -1 if it doesn't say.
  int64_t date;
};

/// What came of it.
enum signin_request_result {
  SIGNIN_REQUEST_ANSWERED,
  SIGNIN_REQUEST_UNREACHABLE,
  SIGNIN_REQUEST_TIMEOUT,
  SIGNIN_REQUEST_CERTIFICATE,
  SIGNIN_REQUEST_TOO_LONG,
};

/// Starts libcurl, once, before the first thread. Returns 0, or an error of libcurl.
int signin_request_prepare(void);

/// Sends the request and waits. `error` is libcurl's own number.
enum signin_request_result signin_request_send(struct signin_request *request, int *error);
#endif

#include "include/request.h"

#include <curl/curl.h>
#include <string.h>

int signin_request_prepare(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  struct signin_request *request = context;
  size_t length = size * count;
  if (length > request->body_limit - request->body_count) return 0;
  memcpy(request->body + request->body_count, bytes, length);
  request->body_count += length;
  return length;
}

static CURLcode set(CURL *handle, struct signin_request *request, struct curl_slist *headers) {
  CURLcode error = CURLE_OK;
#define SET(option, value) \
  if (!error) error = curl_easy_setopt(handle, option, value)
  SET(CURLOPT_URL, request->address);
  SET(CURLOPT_PROTOCOLS_STR, request->is_encrypted ? "https" : "http");
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  SET(CURLOPT_TIMEOUT_MS, request->timeout_milliseconds);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_HTTPHEADER, headers);
  SET(CURLOPT_USERAGENT, request->agent);
  SET(CURLOPT_WRITEFUNCTION, take);
  SET(CURLOPT_WRITEDATA, request);
  // A request of plain HTTP stays on this machine.
  if (!request->is_encrypted) SET(CURLOPT_PROXY, "");
  if (request->form) {
    SET(CURLOPT_POST, 1L);
    // Not copied.
    SET(CURLOPT_POSTFIELDS, (const char *)request->form);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->form_count);
  }
#undef SET
  return error;
}

static enum signin_request_result result(CURLcode error) {
  switch (error) {
    case CURLE_OK: return SIGNIN_REQUEST_ANSWERED;
    case CURLE_OPERATION_TIMEDOUT: return SIGNIN_REQUEST_TIMEOUT;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return SIGNIN_REQUEST_CERTIFICATE;
    // Only `take` fails to write.
    case CURLE_WRITE_ERROR:
    case CURLE_FILESIZE_EXCEEDED: return SIGNIN_REQUEST_TOO_LONG;
    default: return SIGNIN_REQUEST_UNREACHABLE;
  }
}

enum signin_request_result signin_request_send(struct signin_request *request, int *error) {
  request->body_count = 0;
  request->status = 0;
  request->date = -1;
  CURL *handle = curl_easy_init();
  if (!handle) {
    *error = CURLE_OUT_OF_MEMORY;
    return SIGNIN_REQUEST_UNREACHABLE;
  }
  // Elements of this function's own: libcurl's would be copies of the secret that it doesn't wipe.
  struct curl_slist accept = {.data = "Accept: application/json", .next = NULL};
  struct curl_slist authorization = {.data = request->authorization, .next = &accept};
  CURLcode code = set(handle, request, request->authorization ? &authorization : &accept);
  if (!code) code = curl_easy_perform(handle);
  if (!code) curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &request->status);
  struct curl_header *date;
  if (!code && !curl_easy_header(handle, "Date", 0, CURLH_HEADER, -1, &date))
    request->date = curl_getdate(date->value, NULL);
  curl_easy_cleanup(handle);
  *error = code;
  return result(code);
}

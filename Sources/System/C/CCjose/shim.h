#pragma once

// libcjose, signatures of JSON Web Tokens (RFC 7515), version 0.6.2 or later.
#include <cjose/cjose.h>

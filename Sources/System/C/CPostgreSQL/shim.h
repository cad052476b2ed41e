#pragma once

// libpq, the client library of PostgreSQL, version 14 or later: older ones have no pipeline mode.
#include <postgresql/libpq-fe.h>

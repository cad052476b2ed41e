// libidn2: domain names in any script, IDNA 2008 (RFC 5890). It stands on libunistring, which a static link must name.
#include <idn2.h>

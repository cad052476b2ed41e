// liboath: timed codes of RFC 6238.
#include <liboath/oath.h>

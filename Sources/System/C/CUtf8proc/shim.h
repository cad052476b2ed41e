// utf8proc: NFC composition and grapheme boundaries in our own memory, without a String.
#include <utf8proc.h>

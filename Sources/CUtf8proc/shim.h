// utf8proc: NFC composition and grapheme boundaries on memory we own, never a String.
#include <utf8proc.h>

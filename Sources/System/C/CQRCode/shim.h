// libqrcodegen: QR codes of ISO/IEC 18004.
#include <qrcodegen/qrcodegen.h>

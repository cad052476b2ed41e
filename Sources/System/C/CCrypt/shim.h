// libxcrypt: the hashes of crypt(5), such as those of /etc/shadow.
#include <crypt.h>
// The memory that crypt_rn works in. Swift does not import so large a structure.
enum { signin_crypt_memory = sizeof(struct crypt_data) };

// SQLite, to fill a store with more attempts than anybody could make.
#include <sqlite3.h>

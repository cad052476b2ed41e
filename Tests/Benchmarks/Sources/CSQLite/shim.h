// SQLite, to fill a store with more tries than anybody could make.
#include <sqlite3.h>

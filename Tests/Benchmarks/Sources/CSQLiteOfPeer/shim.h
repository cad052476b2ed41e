// SQLite, to fill a store with more attempts than a person could make.
#include <sqlite3.h>

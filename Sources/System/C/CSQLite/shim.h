// SQLite: the embedded store. Swift sees no pointer constants and no variadic functions.
#pragma once
#include <sqlite3.h>

// A value of no bytes may have no address in Swift, and SQLite takes a null pointer for NULL.

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, length ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, length ? bytes : "", length, SQLITE_TRANSIENT);
}

// Makes "x" the name of a column and never a text. A misspelt name is an error then.
static inline void csqlite_refuse_quoted_text(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}

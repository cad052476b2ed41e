import TestSupport
import Testing

/// The sentences of `signin doctor` about a server that breaks a promise, which `signin-postgresql --check` gives it.
extension PostgreSQLPageTests {
  @Test("The doctor names each fault of a server, of the way to it, and of a role")
  func faults() async throws {
    let finished = try await play(Self.server, Self.tables, Self.network, Self.diagnosis, Self.faults)
    try #require(finished.ending == .exited(0), "\(finished.output)\(finished.errors)")
    let lines = finished.output.split(separator: "\n").map(String.init).drop { !$0.hasPrefix("healthy ") }
    // The server of the page has no fault, and of the two that it names one accepts changes
    let healthy = lines.filter { $0.hasPrefix("healthy ") }
    #expect(healthy.count == 9 && healthy.allSatisfy { $0.contains(" good ") }, "\(healthy)")
    for (found, meant) in zip(lines.dropFirst(healthy.count), Self.sentences) {
      #expect(found.hasPrefix(meant))
    }
    #expect(lines.count == healthy.count + Self.sentences.count, "\(finished.output)")
  }

  /// The findings that are not good, in their order: fault, part, verdict, text.
  private static let sentences = [
    "fsync durability bad fsync or full_page_writes is off: a power cut can destroy the database.",
    "pages durability bad fsync or full_page_writes is off: a power cut can destroy the database.",
    "commit durability bad synchronous_commit is off: a crash can take the last changes.",
    "standby durability warning The standby is asynchronous: if it takes over, the last changes are lost.",
    "lonely durability warning No standby is connected, and changes wait for one: nobody.",
    "require connection bad TLS, but any server can answer. Set sslmode=verify-full",
    "clear connection bad Without TLS others can read and change what is sent.",
    "ahead clock warning The clocks of this machine and of the server differ by 3",
    "behind clock warning The clocks of this machine and of the server differ by 3",
    "superuser role bad postgres is a superuser.",
    "owner role bad signin_owner owns the tables.",
    "right role bad signin_app can remove rows of the log. Run: REVOKE DELETE, TRUNCATE",
    "months log warning The partition of the next month is missing.",
    "months log warning Rows in the partition attempt_other are kept for ever",
    "extension server bad The database lacks extensions: btree_gin.",
    "newer store bad The store can't be used: service=signin has the tables of a newer signin; install that version.",
    "none store bad The store can't be used: service=signin has no tables of signin; run `signin store migrate`.",
  ]

  /// Prints the findings of a user at a place: all, or those that are not good.
  private static let diagnosis = """
    clock=
    check() { as "$2" env $clock signin-postgresql --check "$3" | tr '\\t' ' ' | sed "s/^/$1 /"; }
    bad() { check "$@" | grep -v '^[^ ]* [^ ]* good ' || :; }
    app() { bad "$1" signin service=signin; }
    # Another way to the server.
    way() { sed "s/^\\[signin\\]/[$1]/; $2" on-other.3 >>/etc/postgresql-common/pg_service.conf; }
    # Changes settings, which the next connections have.
    change() {
      for setting; do
        sql -c "ALTER SYSTEM SET ${setting%%=*} = '${setting#*=}'" -c 'SELECT pg_reload_conf()' >/dev/null
        until [ "$(sql -c "SHOW ${setting%%=*}")" = "${setting#*=}" ]; do sleep 0.05; done
      done
    }
    printf 'signin postgres postgres\\n' >>$a/pg_ident.conf
    printf 'hostnossl signin signin_app 10.0.0.0/24 scram-sha-256\\n' >>$a/pg_hba.conf
    ctl $a reload
    """

  private static let faults = """
    check healthy signin service=signin
    change fsync=off; app fsync; change fsync=on
    change full_page_writes=off; app pages; change full_page_writes=on
    change synchronous_commit=off; app commit; change synchronous_commit=on
    mkdir wal; chown postgres wal
    (exec setpriv --reuid=postgres --regid=postgres --init-groups "$bin/pg_receivewal" -U postgres -D wal) & receiver=$!
    until sql -c 'SELECT state FROM pg_stat_replication' | grep -q streaming; do kill -0 $receiver; sleep 0.05; done
    app standby
    kill $receiver; wait $receiver || :
    until [ -z "$(sql -c 'SELECT state FROM pg_stat_replication')" ]; do sleep 0.05; done
    change synchronous_standby_names=nobody; app lonely; change synchronous_standby_names=
    way require s/verify-full/require/; bad require signin service=require
    way clear 's/verify-full/disable/; s/channel_binding=.*//'; bad clear signin service=clear
    # Not by TLS: the certificate is too young for the clock of an hour ago.
    printf '\\n[local]\\ndbname=signin\\n' >>/etc/postgresql-common/pg_service.conf
    faked="FAKETIME_DONT_FAKE_MONOTONIC=1 LD_PRELOAD=$(echo /usr/lib/*-linux-*/faketime/libfaketimeMT.so.1)"
    clock="$faked FAKETIME=+1h"; bad ahead signin 'service=local user=signin_app'
    clock="$faked FAKETIME=-1h"; bad behind signin 'service=local user=signin_app'
    clock=
    bad superuser postgres 'service=local user=postgres'
    bad owner root 'service=local user=signin_owner'
    sql -d signin -c 'GRANT DELETE ON signin.attempt TO signin_app'; app right
    sql -d signin -c 'REVOKE DELETE ON signin.attempt FROM signin_app'
    month=$(sql -c "SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month', 'YYYY_MM')")
    sql -d signin -c "DROP TABLE signin.attempt_$month" -c "
      INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program)
      VALUES ('2001-01-01', '2001-01-01', 'a@b.example', 'a@b.example', 'refused', '', 1, '', '')"
    app months
    sql -d signin -c 'SET client_min_messages = error' -c 'DROP EXTENSION btree_gin CASCADE'
    app extension | grep ' server '
    sql -d signin -c 'CREATE EXTENSION btree_gin' -c 'INSERT INTO signin.migration VALUES (99)'; app newer
    sql -d signin -c 'SET client_min_messages = error' -c 'DROP SCHEMA signin CASCADE'; app none
    """
}

import Foundation
import PostgreSQLServers
import TestSupport
import Testing

/// The page for the administrator of a database. Its commands and files are played on a machine that is a private mount
/// namespace with a network of its own: `pg_ctl` is `systemctl`, and the service is started as root.
@Suite(
  "PostgreSQL on the page about engines",
  .enabled(if: PostgreSQLServer.isWanted && geteuid() == 0, "make test-engines runs it"),
  .fewAtOnce)
struct PostgreSQLPageTests {
  private let page: String
  private let sandbox: Sandbox

  init() throws {
    let file = Packaged.root.appending(path: "Resources/Documentation.docc/Engines.md")
    page = try String(contentsOf: file, encoding: .utf8)
    sandbox = try Sandbox()
    chmod(sandbox.directory, 0o755)
  }

  /// Writes the blocks of the page to files for the script, in their order below a heading: `HEADING.1`, `HEADING.2`, ….
  private func writeBlocks() throws {
    for section in page.components(separatedBy: "\n## ").dropFirst() {
      let heading = try #require(section.split(separator: "\n").first)
      let words = heading.split { !$0.isLetter }.prefix(2).joined(separator: "-").lowercased()
      for (index, block) in section.matches(of: #/(?s)```[a-z]+\n(.*?)```/#).enumerated() {
        try String(block.1).write(
          toFile: sandbox.path("\(words).\(index + 1)"), atomically: true, encoding: .utf8)
      }
    }
  }

  func play(_ acts: String...) async throws -> ChildProcess.Finished {
    try writeBlocks()
    let programs = URL(filePath: Sandbox.signin).deletingLastPathComponent().path()
    let script = ([Self.machine] + acts).joined(separator: "\n")
    return try await sandbox.start(
      "unshare",
      ["-m", "-n", "-p", "--fork", "--kill-child", "--mount-proc", "--propagation", "private", "bash", "-c", script],
      environment: [
        "PATH": programs + ":/usr/sbin:/usr/bin:/sbin:/bin", "ROOT": Packaged.root.path(), "SIGNIN_STORE": nil,
      ]
    ).finish(within: .seconds(120))
  }

  @Test("Its roles, files and commands set one host up without a password, and its doctor finds nothing bad")
  func oneHost() async throws {
    let finished = try await play(Self.server, Self.oneHost, Self.rights)
    try #require(finished.ending == .exited(0), "\(finished.output)\(finished.errors)")
    #expect(!finished.output.contains(#""verdict":"bad""#), "\(finished.output)")
    for part in ["store", "server", "durability", "connection", "role", "clock", "log"] {
      #expect(finished.output.contains("\"part\":\"\(part)\",\"verdict\":\"good\""), "\(part): \(finished.output)")
    }
    #expect(finished.output.contains("ada@lovelace.example"))
  }

  @Test("Other hosts use TLS, a standby takes over, and pgbouncer shares connections")
  func otherHosts() async throws {
    let finished = try await play(
      Self.server, Self.oneHost, Self.network, Self.overTLS, Self.standby, Self.pgbouncer, Self.takeover)
    try #require(finished.ending == .exited(0), "\(finished.output)\(finished.errors)")
    let output = finished.output
    #expect(output.contains("TLS, and the server proves its name."), "\(output)")
    #expect(output.contains("The standby is asynchronous"))
    #expect(output.contains("changes wait for a standby: FIRST 1 (db2)."))
    for email in ["over-tls", "through-pgbouncer", "after-takeover"] {
      #expect(output.contains("\(email)@lovelace.example"), "\(output)")
    }
  }

  @Test("Its commands move a file into the database, with everything, and only once")
  func move() async throws {
    let finished = try await play(Self.server, Self.file, Self.tables, Self.copy)
    try #require(finished.ending == .exited(0), "\(finished.output)\(finished.errors)")
    #expect(finished.output.contains("Accounts: 2. Rows of the log: "), "\(finished.output)")
    #expect(finished.errors.contains("has accounts or attempts already"), "\(finished.errors)")
    for line in ["token of ada@lovelace.example", "failures of bob: 1"] {
      #expect(finished.output.contains(line), "\(finished.output)")
    }
  }

  @Test("Its commands back the database up and restore it; the administrator's own tools work, too")
  func backup() async throws {
    let finished = try await play(Self.server, Self.oneHost, Self.dumpAndRestore)
    try #require(finished.ending == .exited(0), "\(finished.output)\(finished.errors)")
    #expect(finished.output.contains("restored: ada@lovelace.example"), "\(finished.output)")
  }

  /// The machine: an `/etc` that is a copy, everything else that is written in memory, two addresses with names.
  static let machine = """
    set -eu
    cd "$HOME"
    cp -a /etc etc; chmod 755 etc; mount --bind etc /etc
    for place in /run /var/lib /root; do mount -t tmpfs -o mode=755 none $place; done
    chmod 700 /root
    ip link set lo up; ip addr add 10.0.0.11/24 dev lo; ip addr add 10.0.0.12/24 dev lo
    printf '10.0.0.11 db1.example\\n10.0.0.12 db2.example\\n' >>/etc/hosts
    make --silent -C "$ROOT" install-server DESTDIR="$PWD/root" PREFIX=/usr
    systemd-sysusers "$PWD/root/usr/lib/sysusers.d/signin.conf"
    systemd-tmpfiles --create "$PWD/root/usr/lib/tmpfiles.d/signin.conf"
    mkdir -p /etc/signin
    bin=$(echo /usr/lib/postgresql/*/bin); a=/var/lib/postgresql/a; b=/var/lib/postgresql/b
    as() { setpriv --reuid="$1" --regid="$1" --init-groups env HOME="$(getent passwd "$1" | cut -d: -f6)" "${@:2}"; }
    sql() { as postgres psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
    ctl() { as postgres "$bin/pg_ctl" -D "$1" -l "$1.log" -w "${@:2}" >/dev/null || { cat "$1.log" >&2; exit 1; }; }
    # The commands of a block, without those for systemd.
    commands() { sed -n 's/^# //p' "$1" | grep -v systemctl; }
    serve() {
      rm -f /run/signin/*.sock
      HOME=/var/lib/signin signin-postgresql serve 2>>service.log & service=$!
      until [ -S /run/signin/admin.sock ]; do kill -0 $service || { cat service.log >&2; exit 1; }; sleep 0.05; done
    }
    finish() { kill -TERM $service; wait $service; }
    add() { echo 'correct horse' | signin account add "$1@lovelace.example" --password-stdin; }
    """

  /// The server, with the page's roles and files.
  static let server = """
    install -d -o postgres /var/lib/postgresql /run/postgresql
    as postgres "$bin/initdb" -D $a -U postgres --auth-local=peer --auth-host=reject --no-locale -E UTF8 >/dev/null
    echo "unix_socket_directories = '/run/postgresql'" >>$a/postgresql.conf
    cat on-the.1 >>$a/pg_ident.conf
    cat on-the.2 $a/pg_hba.conf >hba; cat hba >$a/pg_hba.conf
    ctl $a start
    sql <three-roles.1
    cat on-the.3 >/etc/postgresql-common/pg_service.conf
    """

  private static let oneHost = """
    commands on-the.4 | head -3 | sh -e
    serve
    add ada
    commands on-the.4 | tail -1 | sed 's/$/ --json/' | sh || [ $? = 78 ]
    signin account list
    finish
    """

  private static let dumpAndRestore = """
    as postgres pg_dumpall >/dev/null
    commands back-up.1 | sh -e
    sql -c 'DROP DATABASE signin'
    sed -n '/CREATE DATABASE/,$p' three-roles.1 | sql
    commands back-up.2 | sh -e
    serve
    echo "restored: $(signin account list --json | grep -o 'ada@lovelace.example')"
    commands back-up.3 | sh -e
    [ "$(stat -c %s:%U /var/lib/signin/postgresql.key)" = 64:signin ]
    commands back-up.3 | sh -e
    [ "$(stat -c %s:%a:%U /var/lib/signin/postgresql.key)" = 32:600:signin ]
    finish
    """

  private static let rights = """
    for statement in 'DELETE FROM signin.attempt' 'TRUNCATE signin.attempt' 'DROP TABLE signin.account' \\
      "UPDATE signin.attempt SET at = now()" 'CREATE TABLE signin.x ()' 'CREATE TEMPORARY TABLE x ()'; do
      if as signin psql -XqAt service=signin -c "$statement" 2>>refusals; then echo "allowed: $statement" >&2; exit 1; fi
    done
    """

  static let network = """
    key="openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    { $key -x509 -keyout ca.key -out /etc/signin/postgresql-ca.pem -days 2 -subj /CN=authority
      $key -keyout server.key -out request -subj /CN=db1.example
      echo 'subjectAltName = DNS:db1.example, DNS:db2.example' >names
      openssl x509 -req -in request -CA /etc/signin/postgresql-ca.pem -CAkey ca.key -CAcreateserial -days 2 \\
        -extfile names -out /etc/postgresql-common/server.pem; } 2>/dev/null
    install -m 600 -o postgres server.key /etc/postgresql-common/server.key
    sed "s/'\\*'/'db1.example'/" on-other.1 >>$a/postgresql.conf
    cat on-other.2 >>$a/pg_hba.conf
    ctl $a restart
    sql -c "ALTER ROLE signin_app PASSWORD 'quite secret'"
    cat on-other.3 >/etc/postgresql-common/pg_service.conf
    sed 's/PASSWORD/quite secret/' on-other.4 | install -m 600 -o signin -g signin /dev/stdin /var/lib/signin/.pgpass
    """

  private static let overTLS = """
    serve
    add over-tls
    """

  private static let standby = """
    as postgres "$bin/pg_basebackup" -U postgres -D $b -R -X stream -c fast
    printf "listen_addresses = 'db2.example'\\nunix_socket_directories = ''\\ncluster_name = 'db2'\\n" >>$b/postgresql.conf
    ctl $b start
    doctor() { as signin signin doctor --json --store service="$1" | grep "$2"; }
    until sql -c 'SELECT state FROM pg_stat_replication' | grep -q streaming; do sleep 0.05; done
    doctor signin durability
    cat a-standby.1 >>$a/postgresql.conf
    ctl $a reload
    until sql -c 'SELECT sync_state FROM pg_stat_replication' | grep -qx sync; do sleep 0.05; done
    doctor signin durability
    doctor signin connection
    """

  private static let pgbouncer = """
    cp connections-and.1 /etc/pgbouncer/pgbouncer.ini
    sql -c "SELECT format('\\"%s\\" \\"%s\\"', rolname, rolpassword) FROM pg_authid WHERE rolname = 'signin_app'" \\
      >/etc/pgbouncer/userlist.txt
    chown postgres /etc/pgbouncer/userlist.txt
    echo 'signin postgres signin_app' >>$a/pg_ident.conf
    ctl $a reload
    as postgres pgbouncer -q /etc/pgbouncer/pgbouncer.ini 2>bouncer.log & bouncer=$!
    sed 's/^\\[signin\\]/[bounced]/; s/channel_binding=.*/channel_binding=prefer\\nport=6432/' on-other.3 \\
      >>/etc/postgresql-common/pg_service.conf
    finish
    sed -i 's/service=signin/service=bounced/' /etc/signin/service.toml
    until as signin psql -XqAt service=bounced -c 'SELECT 1' >/dev/null 2>&1; do kill -0 $bouncer; sleep 0.05; done
    serve
    for number in 1 2 3; do add "through-pgbouncer-$number"; done
    add through-pgbouncer
    signin activity >/dev/null
    # The time limit of a page must not stay with a connection that others get.
    for number in 1 2 3; do [ "$(as signin psql -XqAt service=bounced -c 'SHOW statement_timeout')" = 0 ]; done
    finish
    kill $bouncer
    sed -i 's/service=bounced/service=signin/' /etc/signin/service.toml
    """

  private static let takeover = """
    serve
    signin account list >/dev/null
    kill -9 "$(head -1 $a/postmaster.pid)"
    sed -i '/synchronous_standby_names/d' $b/postgresql.conf
    as postgres "$bin/pg_ctl" -D $b -w promote >/dev/null
    add after-takeover
    signin account list
    signin activity >/dev/null
    finish
    """

  /// A service with a file, and somebody who is signed in there.
  private static let file = """
    signin serve 2>service.log & service=$!
    until [ -S /run/signin/admin.sock ]; do kill -0 $service; sleep 0.05; done
    add ada; add bob
    echo 'correct horse' | signin --print token --email ada@lovelace.example --password-stdin >token
    if echo 'wrong horse' | signin --email bob@lovelace.example --password-stdin 2>/dev/null; then exit 1; fi
    finish
    head -c 32 /dev/urandom | install -m 600 -o signin -g signin /dev/stdin /var/lib/signin/signin.db.key
    """

  static let tables = """
    commands on-the.4 | sed -n 1,2p | sh -e
    """

  private static let copy = """
    commands move-a.1 | sh -e
    key=/var/lib/signin/postgresql.key
    [ "$(stat -c %a:%U $key)" = 600:signin ] && cmp $key /var/lib/signin/signin.db.key
    if commands move-a.1 | sed -n 2p | sh; then exit 1; fi
    serve
    echo "token of $(signin session verify <token)"
    echo "failures of bob: $(signin throttle list | grep -c bob)"
    finish
    """
}

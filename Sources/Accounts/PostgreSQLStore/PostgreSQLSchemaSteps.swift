// The steps, in order.
extension PostgreSQLSchema {
  /// The tables. Emails and names are compared byte by byte, so their collation is C.
  static let first = """
    CREATE SCHEMA signin

    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public

    CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public

    CREATE TABLE signin.migration (
      version integer PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      by text NOT NULL DEFAULT session_user
    )

    -- Times go to and from the program as milliseconds since 1970 UTC.
    CREATE FUNCTION signin.at(bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN to_timestamp(($1 / 1000.0)::double precision)

    CREATE FUNCTION signin.ms(timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN floor(extract(epoch FROM $1 - timestamptz 'epoch') * 1000)::bigint

    -- Memory times passes of a PHC string that begins with $argon2id$v=19$m=65536,t=3.
    CREATE FUNCTION signin.hash_work(text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN coalesce(
      substring($1 FROM '[$]m=([0-9]{1,9}),')::bigint * substring($1 FROM ',t=([0-9]{1,9}),')::bigint, 0)

    CREATE TABLE signin.account (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL,
      key text COLLATE "C" NOT NULL UNIQUE,
      hash text NOT NULL,
      locked boolean NOT NULL DEFAULT false,
      revision bigint NOT NULL DEFAULT 1,
      added timestamptz NOT NULL,
      signed_in timestamptz,
      password_set timestamptz NOT NULL,
      one_time boolean NOT NULL DEFAULT false,
      since bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 90)

    CREATE INDEX ON signin.account (signin.hash_work(hash))

    CREATE TABLE signin.identity (
      provider text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      account bigint NOT NULL REFERENCES signin.account ON DELETE CASCADE,
      PRIMARY KEY (provider, subject)
    )

    CREATE INDEX ON signin.identity (account)

    CREATE TABLE signin.second_step (
      account bigint PRIMARY KEY REFERENCES signin.account ON DELETE CASCADE,
      secret bytea NOT NULL,
      used bigint NOT NULL,
      wrong integer NOT NULL DEFAULT 0
    )

    CREATE TABLE signin.recovery_code (
      account bigint NOT NULL REFERENCES signin.second_step ON DELETE CASCADE,
      digest bytea NOT NULL,
      PRIMARY KEY (account, digest)
    )

    CREATE TABLE signin.session (
      id text COLLATE "C" PRIMARY KEY,
      account bigint NOT NULL REFERENCES signin.account ON DELETE CASCADE,
      digest bytea NOT NULL UNIQUE,
      opened timestamptz NOT NULL,
      used timestamptz NOT NULL,
      idle bigint NOT NULL,
      absolute bigint NOT NULL,
      expires timestamptz NOT NULL,
      uid bigint
    ) WITH (fillfactor = 70)

    CREATE INDEX ON signin.session (account)

    CREATE INDEX ON signin.session (expires)

    CREATE TABLE signin.throttle_run (
      key text COLLATE "C" NOT NULL,
      uid bigint NOT NULL,
      place text COLLATE "C" NOT NULL,
      failures bigint NOT NULL,
      since timestamptz NOT NULL,
      last timestamptz NOT NULL,
      PRIMARY KEY (key, uid, place)
    ) WITH (fillfactor = 70)

    CREATE INDEX ON signin.throttle_run (uid, last)

    CREATE TABLE signin.throttle_pending (
      attempt bigint PRIMARY KEY,
      logged timestamptz NOT NULL,
      key text COLLATE "C" NOT NULL,
      uid bigint NOT NULL,
      place text COLLATE "C" NOT NULL,
      charged timestamptz NOT NULL
    ) WITH (fillfactor = 70)

    CREATE INDEX ON signin.throttle_pending (key)

    CREATE INDEX ON signin.throttle_pending (uid)

    CREATE TABLE signin.password_length (
      single boolean PRIMARY KEY CHECK (single),
      least integer NOT NULL,
      most integer NOT NULL
    )

    -- The log, a partition for each month.
    CREATE TABLE signin.attempt (
      id bigint GENERATED ALWAYS AS IDENTITY,
      at timestamptz NOT NULL,
      logged timestamptz NOT NULL,
      email text NOT NULL,
      key text COLLATE "C" NOT NULL,
      outcome text NOT NULL,
      tty text NOT NULL,
      uid bigint NOT NULL,
      host text NOT NULL,
      program text NOT NULL,
      times integer NOT NULL DEFAULT 1,
      until timestamptz,
      texts text NOT NULL GENERATED ALWAYS AS (
        lower(outcome || chr(10) || tty || chr(10) || host || chr(10) || program)) STORED,
      PRIMARY KEY (logged, id)
    ) PARTITION BY RANGE (logged)

    CREATE TABLE signin.attempt_other PARTITION OF signin.attempt DEFAULT

    CREATE INDEX ON signin.attempt (key, logged, id)

    CREATE INDEX ON signin.attempt USING gin (key, texts gin_trgm_ops)

    CREATE INDEX ON signin.attempt USING gin (key gin_trgm_ops)

    -- The log only grows. See Decisions/0128-log-only-grows.md.
    CREATE FUNCTION signin.only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF new.id = old.id AND new.at = old.at AND new.logged = old.logged AND new.tty = old.tty AND new.uid = old.uid
        AND new.host = old.host AND new.program = old.program
        AND (
          old.outcome = 'pending' AND new.outcome <> 'pending' AND new.times = old.times
          AND new.until IS NOT DISTINCT FROM old.until
          OR old.outcome = 'throttled' AND new.outcome = 'throttled' AND new.times > old.times
          AND new.email = old.email AND new.key = old.key
        )
      THEN RETURN new; END IF;
      RAISE EXCEPTION 'the log only grows';
    END $$

    CREATE TRIGGER only_grow BEFORE UPDATE ON signin.attempt FOR EACH ROW EXECUTE FUNCTION signin.only_grow()

    -- One row if old partitions go, none if the log is kept for ever. Only the owner changes it.
    CREATE TABLE signin.retention (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      days integer NOT NULL CHECK (days > 0)
    )

    -- Makes the partitions of this month and the next two, and drops those that are older than the retention.
    -- It waits for nobody: all who come after it would wait too.
    CREATE FUNCTION signin.keep_partitions() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp SET lock_timeout = '200ms' AS $$
    DECLARE
      month timestamptz := date_trunc('month', now(), 'UTC');
      following timestamptz;
      name text;
    BEGIN
      IF NOT pg_try_advisory_xact_lock(hashtext('signin.keep_partitions')) THEN RETURN; END IF;
      FOR i IN 0..2 LOOP
        following := date_trunc('month', month + interval '32 days', 'UTC');
        name := 'attempt_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
        IF to_regclass('signin.' || name) IS NULL THEN
          BEGIN
            EXECUTE format('CREATE TABLE signin.%I (LIKE signin.attempt INCLUDING DEFAULTS INCLUDING GENERATED)', name);
            EXECUTE format(
              'ALTER TABLE signin.attempt ATTACH PARTITION signin.%I FOR VALUES FROM (%L) TO (%L)', name, month,
              following);
          EXCEPTION WHEN check_violation THEN
            -- No service ran for two months, and rows of this one are in the other partition already. They stay there.
          END;
        END IF;
        month := following;
      END LOOP;
      FOR name IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid, signin.retention
        WHERE i.inhparent = 'signin.attempt'::regclass AND c.relname ~ '^attempt_[0-9]{4}_[0-9]{2}$'
          AND (to_date(substr(c.relname, 9), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC'
            < now() - days * interval '1 day'
      LOOP
        EXECUTE format('DROP TABLE signin.%I', name);
      END LOOP;
    END $$

    REVOKE ALL ON FUNCTION signin.keep_partitions() FROM PUBLIC
    """

  /// The key of the digests of unknown logins in the log.
  static let loginKey = """
    CREATE TABLE signin.login_key (
      single boolean PRIMARY KEY CHECK (single),
      key bytea NOT NULL
    )

    -- 32 bytes of 244 random bits.
    INSERT INTO signin.login_key (single, key)
    VALUES (true, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
    """

  /// The emails that are at home at a source, or wait there.
  static let throttlePairs = """
    CREATE TABLE signin.throttle_pair (
      key text COLLATE "C" NOT NULL,
      uid bigint NOT NULL,
      place text COLLATE "C" NOT NULL,
      succeeded timestamptz,
      waiting timestamptz,
      PRIMARY KEY (key, uid, place)
    ) WITH (fillfactor = 70)

    CREATE INDEX ON signin.throttle_pair (uid)
    """

  /// Finds the costliest hash of each scheme that is not ours. See Decisions/0166-hashes-of-others.md.
  static let foreignHashes = """
    CREATE INDEX account_foreign ON signin.account (hash COLLATE "C") WHERE \(isForeign)
    """

  /// Queries use the index only if they have the same terms.
  static let isForeign = """
    hash COLLATE "C" > '$import$' AND hash COLLATE "C" < '$import%'
    """

  /// Where sessions were opened; NULL in those that are older.
  static let placesOfSessions = """
    ALTER TABLE signin.session ADD COLUMN tty text, ADD COLUMN host text, ADD COLUMN program text
    """

  /// An account that gets another email takes its rows of the log along. See Decisions/0128-log-only-grows.md.
  static let renaming = """
    CREATE TABLE signin.renaming (
      transaction xid8 PRIMARY KEY DEFAULT pg_current_xact_id(),
      key text COLLATE "C" NOT NULL,
      since bigint NOT NULL
    )

    CREATE OR REPLACE FUNCTION signin.only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF new.id = old.id AND new.at = old.at AND new.logged = old.logged AND new.tty = old.tty AND new.uid = old.uid
        AND new.host = old.host AND new.program = old.program
        AND (
          old.outcome = 'pending' AND new.outcome <> 'pending' AND new.times = old.times
          AND new.until IS NOT DISTINCT FROM old.until
          OR old.outcome = 'throttled' AND new.outcome = 'throttled' AND new.times > old.times
          AND new.email = old.email AND new.key = old.key
        )
      THEN RETURN new; END IF;
      IF new.id = old.id AND new.at = old.at AND new.logged = old.logged AND new.tty = old.tty AND new.uid = old.uid
        AND new.host = old.host AND new.program = old.program AND new.outcome = old.outcome AND new.times = old.times
        AND new.until IS NOT DISTINCT FROM old.until
        AND EXISTS (
          SELECT FROM signin.renaming
          WHERE transaction = pg_current_xact_id() AND renaming.key = old.key AND since < old.id)
      THEN RETURN new; END IF;
      RAISE EXCEPTION 'the log only grows';
    END $$

    -- For the service's role, which may not write to the table.
    CREATE FUNCTION signin.rename_log(account_id bigint, old_key text, new_email text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      first bigint := (SELECT since FROM signin.account WHERE id = account_id AND email = new_email);
    BEGIN
      IF first IS NULL THEN RAISE EXCEPTION 'the account has not got that email'; END IF;
      INSERT INTO signin.renaming (key, since) VALUES (old_key, first);
      UPDATE signin.attempt SET email = new_email, key = lower(new_email COLLATE "C") WHERE key = old_key AND id > first;
      DELETE FROM signin.renaming;
    END $$

    REVOKE ALL ON FUNCTION signin.rename_log(bigint, text, text) FROM PUBLIC
    """

  /// Keys of second steps. The secret of a second step that has nothing else is empty.
  static let secondKeys = """
    CREATE TABLE signin.second_key (
      account bigint NOT NULL REFERENCES signin.second_step ON DELETE CASCADE,
      key bytea NOT NULL,
      name text NOT NULL,
      added timestamptz NOT NULL,
      used timestamptz,
      counter bigint NOT NULL,
      verified boolean NOT NULL,
      PRIMARY KEY (account, key)
    )
    """
}

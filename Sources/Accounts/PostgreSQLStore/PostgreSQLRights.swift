// Who may do what. See Decisions/0128-log-only-grows.md.
extension PostgreSQLSchema {
  /// What the service's role may do on its word alone decides nothing about the log. Also finds the rows that the blocked
  /// attempts of a user began.
  static let rightsOfService = """
    CREATE INDEX ON signin.attempt (uid, logged, id) WHERE outcome = 'throttled'

    -- Names have one meaning, wherever the role that fires it looks for them.
    CREATE OR REPLACE FUNCTION signin.only_grow() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF new.id = old.id AND new.at = old.at AND new.logged = old.logged AND new.tty = old.tty AND new.uid = old.uid
        AND new.host = old.host AND new.program = old.program
        AND (
          old.outcome = 'pending' AND new.outcome <> 'pending' AND new.times = old.times
          AND new.until IS NOT DISTINCT FROM old.until
          OR old.outcome = 'throttled' AND new.outcome = 'throttled' AND new.times = old.times + 1
          AND new.email = old.email AND new.key = old.key
          OR new.outcome = old.outcome AND new.times = old.times AND new.until IS NOT DISTINCT FROM old.until
          AND EXISTS (
            SELECT FROM signin.renaming
            WHERE transaction = pg_current_xact_id() AND renaming.key = old.key AND since < old.id)
        )
      THEN RETURN new; END IF;
      RAISE EXCEPTION 'the log only grows';
    END $$

    -- The row after which an account's own rows begin. Only the owner of the tables gives another one, in a copy.
    CREATE FUNCTION signin.own_rows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      new.since := coalesce(
        new.since, (SELECT max(id) FROM signin.attempt WHERE key = new.key AND outcome <> 'pending'), 0);
      RETURN new;
    END $$

    ALTER TABLE signin.account ALTER COLUMN since DROP DEFAULT

    CREATE TRIGGER own_rows BEFORE INSERT ON signin.account FOR EACH ROW EXECUTE FUNCTION signin.own_rows()

    DROP FUNCTION signin.rename_log(bigint, text, text)

    -- All of a renaming, with its rows in the log. It believes nothing but the new email and the time.
    CREATE FUNCTION signin.rename(
      account_id bigint, new_email text, moment timestamptz, by_tty text, by_uid bigint, by_host text, by_program text
    ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      account signin.account%ROWTYPE;
      new_key text := lower(new_email COLLATE "C");
    BEGIN
      SELECT * INTO STRICT account FROM signin.account AS found WHERE found.id = account_id FOR UPDATE;
      UPDATE signin.account AS renamed SET email = new_email, key = new_key, revision = revision + 1
      WHERE renamed.id = account_id;
      IF new_key <> account.key COLLATE "C" THEN
        IF EXISTS (
          SELECT FROM signin.attempt WHERE key = new_key AND id > account.since AND outcome <> 'renamed')
        THEN RAISE EXCEPTION 'somebody else has used that email'; END IF;
        INSERT INTO signin.renaming (key, since) VALUES (account.key, account.since);
        UPDATE signin.attempt SET email = new_email, key = new_key WHERE key = account.key AND id > account.since;
        DELETE FROM signin.renaming WHERE transaction = pg_current_xact_id();
      END IF;
      INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program)
      SELECT moment, greatest(moment, (
          SELECT logged FROM signin.attempt AS earlier WHERE earlier.key = names.key ORDER BY logged DESC, id DESC LIMIT 1)),
        names.email, names.key, 'renamed', by_tty, by_uid, by_host, by_program
      FROM (VALUES (1, account.email, account.key), (2, new_email, new_key)) AS names (place, email, key)
      WHERE place = 2 OR new_key <> account.key COLLATE "C" ORDER BY place;
    END $$

    REVOKE ALL ON FUNCTION signin.rename(bigint, text, timestamptz, text, bigint, text, text) FROM PUBLIC
    """

  /// The rights of the roles that the administrator has made, at the end of each migration. The service's role cannot change or
  /// remove what is in the log, except to settle an attempt, and says neither a row's number nor where an account's rows begin.
  static let grants = """
    DO $$
    BEGIN
      IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'signin_app') THEN
        GRANT USAGE ON SCHEMA signin TO signin_app;
        -- Earlier versions gave more.
        REVOKE ALL ON signin.account, signin.attempt FROM signin_app;
        GRANT SELECT, DELETE, INSERT (email, key, hash, added, password_set),
          UPDATE (hash, locked, revision, signed_in, password_set, one_time) ON signin.account TO signin_app;
        GRANT SELECT, INSERT (at, logged, email, key, outcome, tty, uid, host, program, times),
          UPDATE (outcome, email, key, times, until) ON signin.attempt TO signin_app;
        GRANT SELECT, INSERT, UPDATE, DELETE ON signin.identity, signin.second_step, signin.recovery_code, signin.second_key,
          signin.session, signin.throttle_run, signin.throttle_pair, signin.throttle_pending, signin.password_length TO signin_app;
        GRANT SELECT ON signin.migration, signin.retention, signin.login_key TO signin_app;
        GRANT EXECUTE ON FUNCTION signin.keep_partitions(),
          signin.rename(bigint, text, timestamptz, text, bigint, text, text) TO signin_app;
        -- The trigger reads it with the rights of whoever settles an attempt.
        GRANT SELECT ON signin.renaming TO signin_app;
      END IF;
      IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'signin_audit') THEN
        GRANT USAGE ON SCHEMA signin TO signin_audit;
        GRANT SELECT ON signin.attempt, signin.migration, signin.retention TO signin_audit;
      END IF;
    END $$
    """
}

extension PostgreSQLSchema {
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
}

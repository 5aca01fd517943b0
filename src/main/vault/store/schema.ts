/** The steps from an empty database to the present schema; `user_version` is how many of them were taken. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE credentials (
    interface TEXT PRIMARY KEY, client_id TEXT NOT NULL, client_secret TEXT NOT NULL, since INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE security_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- How long this kiosk has run, by its own measure, in ms.
  CREATE TABLE measured_time (only INTEGER PRIMARY KEY CHECK (only = 1), ms REAL NOT NULL) STRICT;
  INSERT INTO measured_time VALUES (1, 0);

  CREATE TABLE attempts (kind TEXT NOT NULL, subject BLOB NOT NULL, at REAL NOT NULL) STRICT;
  CREATE INDEX attempts_of_a_subject ON attempts (kind, subject, at);
  CREATE INDEX attempts_of_a_kind ON attempts (kind, at);

  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, fields TEXT NOT NULL, previous BLOB NOT NULL
  ) STRICT;
  CREATE TABLE audit_anchor (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    first INTEGER NOT NULL, before BLOB NOT NULL, last INTEGER NOT NULL, hash BLOB NOT NULL, mac BLOB NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  -- Retention moves the anchor before it removes what stands before it.
  CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit
    WHEN OLD.seq >= (SELECT first FROM audit_anchor)
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  `,
  `
  -- The pair that the present one replaced.
  CREATE TABLE previous_credentials (
    interface TEXT PRIMARY KEY, client_id TEXT NOT NULL, client_secret TEXT NOT NULL, since INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX audit_of_a_kind ON audit (kind, at);
  `,
]

-- Codes of an authenticator app and backup codes, both encrypted with the secret of the data directory; better-auth reads and writes the table.
ALTER TABLE "user" ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE TABLE two_factor (
  id text PRIMARY KEY,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id text NOT NULL UNIQUE REFERENCES "user"(id) ON DELETE CASCADE,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);
--> statement-breakpoint
-- Public keys of passkeys. The counter of an authenticator has 32 bits without a sign.
CREATE TABLE passkey (
  id text PRIMARY KEY,
  name text,
  public_key text NOT NULL,
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX passkey_user_idx ON passkey (user_id);
--> statement-breakpoint
-- What a session was opened with besides a password or link; "awaited" while the code is missing, which opens nothing.
ALTER TABLE session ADD COLUMN second_factor text;
--> statement-breakpoint
-- A session is noted when somebody is signed in by it: not while a code is missing, and not when it takes the place of one that was noted.
CREATE OR REPLACE FUNCTION note_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entry (actor, actor_name, way, address, action, kind, details)
    SELECT u.id, u.email, 'browser', nullif(NEW.ip_address, ''), 'sign_in', 'person',
      jsonb_strip_nulls(jsonb_build_object('browser', left(NEW.user_agent, 300), 'second_factor', NEW.second_factor))
    FROM "user" u WHERE u.id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER session_noted ON session;
--> statement-breakpoint
CREATE TRIGGER session_noted AFTER INSERT ON session FOR EACH ROW
  WHEN (NEW.second_factor IS NULL OR NEW.second_factor NOT IN ('awaited', 'kept')) EXECUTE FUNCTION note_sign_in();
--> statement-breakpoint
CREATE TRIGGER session_completed AFTER UPDATE OF second_factor ON session FOR EACH ROW
  WHEN (OLD.second_factor = 'awaited' AND NEW.second_factor <> 'awaited') EXECUTE FUNCTION note_sign_in();

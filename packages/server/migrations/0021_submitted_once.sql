-- What was stored with an Idempotency-Key, so that the same call again stores nothing twice.
CREATE TABLE submitted_once (
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  uuids uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
--> statement-breakpoint
CREATE INDEX submitted_once_age_idx ON submitted_once (created_at);

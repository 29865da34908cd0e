-- The eLabFTW that a person sends results to; the key is encrypted with the server's own secret.
CREATE TABLE elabftw_account (
  user_id text PRIMARY KEY REFERENCES "user"(id) ON DELETE CASCADE,
  address text NOT NULL,
  sealed_key text NOT NULL,
  name text NOT NULL,
  connected_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- The experiment in which an item is, for each person who sent it. `follow`: it is sent again when a new run of it ends.
CREATE TABLE elabftw_experiment (
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  address text NOT NULL,
  experiment integer,
  uploads jsonb NOT NULL DEFAULT '{}',
  follow boolean NOT NULL DEFAULT false,
  sending_since timestamptz,
  sent_at timestamptz,
  error text,
  PRIMARY KEY (workflow_uuid, user_id)
);
--> statement-breakpoint
ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
--> statement-breakpoint
ALTER TABLE notice ADD CONSTRAINT notice_kind_check CHECK (kind IN ('email', 'webhook', 'elabftw'));
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_item_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email_when_complete THEN INSERT INTO notice (kind, workflow_uuid) VALUES ('email', NEW.uuid); END IF;
  IF NEW.webhook_url IS NOT NULL THEN INSERT INTO notice (kind, workflow_uuid) VALUES ('webhook', NEW.uuid); END IF;
  -- The item itself, or one that it is a new run of, is followed by whoever ran it. Runs that failed are not sent.
  IF NEW.object_status = 2 AND EXISTS (
    WITH RECURSIVE runs (uuid, depth) AS (
      SELECT NEW.uuid, 0
      UNION ALL
      SELECT w.resubmitted_from_uuid, r.depth + 1 FROM runs r JOIN workflow w ON w.uuid = r.uuid
      WHERE w.resubmitted_from_uuid IS NOT NULL AND r.depth < 20
    )
    SELECT 1 FROM runs r JOIN elabftw_experiment e ON e.workflow_uuid = r.uuid WHERE e.user_id = NEW.run_by AND e.follow
  ) THEN INSERT INTO notice (kind, workflow_uuid) VALUES ('elabftw', NEW.uuid); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER item_ended ON workflow;
--> statement-breakpoint
CREATE TRIGGER item_ended AFTER UPDATE OF object_status ON workflow FOR EACH ROW
  WHEN (NEW.object_status IN (2, 3, 4) AND OLD.object_status IN (0, 1, 5) AND NEW.deletion_uuid IS NULL)
  EXECUTE FUNCTION note_item_end();

-- A draft keeps what was sent, so that submitting it judges exactly that; null for everything that was submitted.
ALTER TABLE workflow ADD COLUMN draft jsonb,
  ADD COLUMN webhook_url text;
--> statement-breakpoint
-- What one person has queued, running, and waiting for a place in the queue.
CREATE INDEX workflow_active_idx ON workflow (run_by, object_status, queued_at, uuid) WHERE object_status IN (0, 1, 5);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN webhook_secret text;
--> statement-breakpoint
-- What is to be told to somebody because an item ended. Made in the transaction that ends it, so that none is lost.
CREATE TABLE notice (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('email', 'webhook')),
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  handed_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  error text
);
--> statement-breakpoint
CREATE INDEX notice_new_idx ON notice (created_at) WHERE handed_at IS NULL;
--> statement-breakpoint
CREATE INDEX notice_workflow_idx ON notice (workflow_uuid);
--> statement-breakpoint
CREATE FUNCTION note_item_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email_when_complete THEN INSERT INTO notice (kind, workflow_uuid) VALUES ('email', NEW.uuid); END IF;
  IF NEW.webhook_url IS NOT NULL THEN INSERT INTO notice (kind, workflow_uuid) VALUES ('webhook', NEW.uuid); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER item_ended AFTER UPDATE OF object_status ON workflow FOR EACH ROW
  WHEN (NEW.object_status IN (2, 3, 4) AND OLD.object_status IN (0, 1, 5) AND NEW.deletion_uuid IS NULL
    AND (NEW.email_when_complete OR NEW.webhook_url IS NOT NULL))
  EXECUTE FUNCTION note_item_end();
--> statement-breakpoint
-- What somebody worked on last.
CREATE INDEX workflow_recent_idx ON workflow (run_by, updated_at, uuid) WHERE deletion_uuid IS NULL;

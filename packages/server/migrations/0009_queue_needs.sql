-- Memory and time that an item needs, where they are known: null never keeps it from a worker.
ALTER TABLE workflow
  ALTER COLUMN memory_mb DROP NOT NULL, ALTER COLUMN memory_mb DROP DEFAULT,
  ALTER COLUMN seconds_needed DROP NOT NULL, ALTER COLUMN seconds_needed DROP DEFAULT;
--> statement-breakpoint
UPDATE workflow SET memory_mb = NULL, seconds_needed = NULL WHERE object_status IN (0, 1, 5, 6);
--> statement-breakpoint
-- Nothing ever gave one item precedence over another: who waits longest goes first.
ALTER TABLE workflow DROP COLUMN priority;
--> statement-breakpoint
CREATE INDEX workflow_queue_idx ON workflow (queued_at, uuid) WHERE object_status = 0;
--> statement-breakpoint
-- What a worker has besides its memory: GPUs, and until when it may work; null where it has no end in sight.
ALTER TABLE worker ADD COLUMN gpus integer NOT NULL DEFAULT 0, ADD COLUMN leaves_at timestamptz;

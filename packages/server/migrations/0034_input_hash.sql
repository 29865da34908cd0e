-- The hash of what an item computes from: its type, structure and settings. An identical finished item of the project is found by it.
ALTER TABLE workflow ADD COLUMN input_hash text;
--> statement-breakpoint
CREATE INDEX workflow_input_hash_idx ON workflow (project_uuid, input_hash) WHERE object_status = 2 AND input_hash IS NOT NULL;

-- A protein's preparation is an attempt that a worker claims, as an item is: one table says who works on what.
ALTER TABLE attempt ALTER COLUMN workflow_uuid DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE attempt ADD COLUMN protein_uuid uuid REFERENCES protein_preparation(protein_uuid) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE attempt ADD CONSTRAINT attempt_of_one_check CHECK (num_nonnulls(workflow_uuid, protein_uuid) = 1);
--> statement-breakpoint
CREATE UNIQUE INDEX attempt_protein_number_idx ON attempt (protein_uuid, number);
--> statement-breakpoint
CREATE UNIQUE INDEX attempt_one_running_protein_idx ON attempt (protein_uuid) WHERE status = 'running';
--> statement-breakpoint
-- What a server of before carried out ends if that was asked for; else it waits for a worker.
UPDATE protein SET sanitized = 4 FROM protein_preparation t
  WHERE t.protein_uuid = protein.uuid AND t.state = 'running' AND t.stop_requested;
--> statement-breakpoint
UPDATE protein_preparation SET state = 'stopped', message = 'Stopped.', stage = NULL, ended_at = now() WHERE state = 'running' AND stop_requested;
--> statement-breakpoint
UPDATE protein_preparation SET state = 'waiting', stage = NULL, percent = 0, started_at = NULL WHERE state IN ('waiting', 'running');
--> statement-breakpoint
-- When it may be handed out: after a failed attempt it rests.
ALTER TABLE protein_preparation ADD COLUMN run_after timestamptz NOT NULL DEFAULT now(),
  DROP COLUMN token, DROP COLUMN server_id, DROP COLUMN lease_until, DROP COLUMN tries;

-- When the worker of an attempt was last heard. The lease cannot say it: it is also extended for workers that a stopped server could not hear.
-- A lost attempt computed until then, and not until somebody noticed.
ALTER TABLE attempt ADD COLUMN heard_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
UPDATE attempt SET heard_at = greatest(started_at, coalesce(ended_at, lease_until - interval '15 seconds'));

-- Workers that get no more items: they failed several in a row that others completed. The worker is its name on its machine, for each start makes a row of
-- its own in "worker". The row stays when an administrator allows the worker again, and what it failed before then does not count any more.
CREATE TABLE denied_worker (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  host text NOT NULL,
  items integer NOT NULL,
  last_message text,
  denied_at timestamptz NOT NULL DEFAULT now(),
  allowed_at timestamptz,
  allowed_by text REFERENCES "user"(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX denied_worker_idx ON denied_worker (name, host) WHERE allowed_at IS NULL;
--> statement-breakpoint
CREATE INDEX attempt_of_worker_idx ON attempt (worker_uuid, ended_at) WHERE status IN ('failed', 'completed');

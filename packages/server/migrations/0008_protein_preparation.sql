-- The structure before all preparation, kept from the first one on; null where there was none.
ALTER TABLE protein ADD COLUMN original json;
--> statement-breakpoint
-- How the last preparation of a protein stands. A server that carries one out holds a lease on its row; the token tells its reports from
-- those of a server that was given up.
CREATE TABLE protein_preparation (
  protein_uuid uuid PRIMARY KEY REFERENCES protein(uuid) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'stopped')),
  options jsonb NOT NULL,
  stop_requested boolean NOT NULL DEFAULT false,
  stage text,
  percent double precision NOT NULL DEFAULT 0,
  message text,
  report jsonb,
  tries integer NOT NULL DEFAULT 0,
  token uuid,
  server_id text,
  lease_until timestamptz,
  requested_by text REFERENCES "user"(id) ON DELETE SET NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz
);
--> statement-breakpoint
CREATE INDEX protein_preparation_open_idx ON protein_preparation (requested_at) WHERE state IN ('waiting', 'running');

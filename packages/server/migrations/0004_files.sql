-- Who brought an item here from another server, when, and what it was there; null for items of this server.
ALTER TABLE workflow ADD COLUMN imported jsonb;
--> statement-breakpoint
-- Large results of an item: frames of trajectories, orbitals, alignments. Not ready until all parts have come.
CREATE TABLE item_file (
  uuid uuid PRIMARY KEY,
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  name text NOT NULL,
  kind text NOT NULL,
  media_type text NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  details jsonb NOT NULL DEFAULT '{}',
  ready boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX item_file_name_idx ON item_file (workflow_uuid, name) WHERE ready;
--> statement-breakpoint
CREATE INDEX item_file_workflow_idx ON item_file (workflow_uuid);
--> statement-breakpoint
CREATE TABLE item_file_part (
  file_uuid uuid NOT NULL REFERENCES item_file(uuid) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position >= 0),
  stored_file text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  PRIMARY KEY (file_uuid, position)
);

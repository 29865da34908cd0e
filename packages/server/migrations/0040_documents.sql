-- Documents of supporting information, kept with a project. `files` has the stored file of each format; `run` is the making that may write to the row.
CREATE TABLE document (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_uuid uuid NOT NULL REFERENCES project(uuid) ON DELETE CASCADE,
  name text NOT NULL,
  options jsonb NOT NULL,
  status text NOT NULL DEFAULT 'making' CHECK (status IN ('making', 'made', 'failed', 'cancelled')),
  run uuid NOT NULL DEFAULT gen_random_uuid(),
  heard_at timestamptz NOT NULL DEFAULT now(),
  items_done integer NOT NULL DEFAULT 0,
  error text,
  files jsonb NOT NULL DEFAULT '{}',
  made_at timestamptz,
  made_by text REFERENCES "user"(id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX document_project_idx ON document (project_uuid, created_at DESC);
--> statement-breakpoint
-- Its items in order, as they were when it was made: `version` is the hash of all that it says of the item, `row_version` the row that was hashed. An item
-- that was deleted for good leaves its name here.
CREATE TABLE document_item (
  document_uuid uuid NOT NULL REFERENCES document(uuid) ON DELETE CASCADE,
  position integer NOT NULL,
  workflow_uuid uuid NOT NULL,
  name text NOT NULL,
  version text,
  row_version text,
  PRIMARY KEY (document_uuid, position)
);

-- Sets of measured values of a project. `rows` has the values with the items that compute them and what these gave; `applied` the line that the project's
-- predictions use, which is copied into the provenance of its items.
CREATE TABLE calibration (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_uuid uuid NOT NULL REFERENCES project(uuid) ON DELETE CASCADE,
  folder_uuid uuid REFERENCES folder(uuid) ON DELETE SET NULL,
  name text NOT NULL,
  quantity text NOT NULL,
  object_type text NOT NULL,
  fit text NOT NULL,
  rows jsonb NOT NULL,
  applied jsonb,
  created_by text REFERENCES "user"(id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX calibration_project_idx ON calibration (project_uuid, created_at DESC);
--> statement-breakpoint
-- A number has one calibration at most.
CREATE UNIQUE INDEX calibration_applied_idx ON calibration (project_uuid, quantity) WHERE applied IS NOT NULL;
--> statement-breakpoint
CREATE INDEX calibration_folder_idx ON calibration (folder_uuid);
--> statement-breakpoint
-- Items that answer the question of another one by another method: looked for with each read of that one.
CREATE INDEX workflow_second_opinion_idx ON workflow (resubmitted_from_uuid) WHERE options->>'second_opinion' = 'true';

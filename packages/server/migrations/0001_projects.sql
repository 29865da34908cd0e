ALTER TABLE membership DROP CONSTRAINT membership_role_check;
--> statement-breakpoint
ALTER TABLE membership ADD CONSTRAINT membership_role_check CHECK (role IN ('owner', 'member', 'viewer'));
--> statement-breakpoint
CREATE UNIQUE INDEX membership_owner_idx ON membership (project_uuid) WHERE role = 'owner';
--> statement-breakpoint
CREATE TABLE deletion (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_uuid uuid NOT NULL REFERENCES project(uuid) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('workflow', 'folder', 'project')),
  object_uuid uuid NOT NULL,
  name text NOT NULL,
  deleted_by text REFERENCES "user"(id) ON DELETE SET NULL,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX deletion_project_idx ON deletion (project_uuid, deleted_at, uuid);
--> statement-breakpoint
CREATE INDEX deletion_age_idx ON deletion (deleted_at);
--> statement-breakpoint
ALTER TABLE project ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN deletion_uuid uuid REFERENCES deletion(uuid) ON DELETE CASCADE;
--> statement-breakpoint
CREATE INDEX project_owner_idx ON project (owner_id);
--> statement-breakpoint
CREATE INDEX project_deletion_idx ON project (deletion_uuid) WHERE deletion_uuid IS NOT NULL;
--> statement-breakpoint
ALTER TABLE folder ADD COLUMN deletion_uuid uuid REFERENCES deletion(uuid) ON DELETE CASCADE,
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(left(name, 200))) STORED;
--> statement-breakpoint
ALTER TABLE workflow ADD COLUMN deletion_uuid uuid REFERENCES deletion(uuid) ON DELETE CASCADE,
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(left(name, 200))) STORED;
--> statement-breakpoint
CREATE INDEX folder_deletion_idx ON folder (deletion_uuid) WHERE deletion_uuid IS NOT NULL;
--> statement-breakpoint
CREATE INDEX workflow_deletion_idx ON workflow (deletion_uuid) WHERE deletion_uuid IS NOT NULL;
--> statement-breakpoint
CREATE INDEX folder_name_idx ON folder (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
DROP INDEX workflow_parent_idx;
--> statement-breakpoint
CREATE INDEX workflow_parent_idx ON workflow (parent_uuid);
--> statement-breakpoint
CREATE INDEX workflow_in_folder_created_idx ON workflow (parent_uuid, created_at, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_updated_idx ON workflow (parent_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_status_idx ON workflow (parent_uuid, object_status, created_at, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_type_idx ON workflow (parent_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_starred_idx ON workflow (parent_uuid, created_at, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_public_idx ON workflow (parent_uuid, created_at, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_project_created_idx ON workflow (project_uuid, created_at, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_project_updated_idx ON workflow (project_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_project_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_project_status_idx ON workflow (project_uuid, object_status, created_at, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_project_type_idx ON workflow (project_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_project_starred_idx ON workflow (project_uuid, created_at, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_project_public_idx ON workflow (project_uuid, created_at, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
-- Words inside of names: an index of trigrams where the database has the extension (PostgreSQL's contrib); without it the names are read one by one.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX workflow_name_words_idx ON workflow USING gin (lower(name) gin_trgm_ops) WHERE deletion_uuid IS NULL;
EXCEPTION WHEN feature_not_supported OR undefined_file OR undefined_object OR insufficient_privilege THEN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE structure (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_uuid uuid NOT NULL REFERENCES project(uuid) ON DELETE CASCADE,
  name text NOT NULL,
  smiles text,
  molecule jsonb,
  created_by text REFERENCES "user"(id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (smiles IS NOT NULL OR molecule IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX structure_project_idx ON structure (project_uuid, created_at, uuid);
--> statement-breakpoint
CREATE TABLE saved_list (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('search', 'columns')),
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  project_uuid uuid REFERENCES project(uuid) ON DELETE SET NULL,
  name text NOT NULL,
  query jsonb,
  columns text[] NOT NULL DEFAULT '{}',
  position integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'search') = (query IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX saved_list_user_idx ON saved_list (user_id, kind, position, uuid);
--> statement-breakpoint
CREATE INDEX saved_list_project_idx ON saved_list (project_uuid, kind) WHERE project_uuid IS NOT NULL;

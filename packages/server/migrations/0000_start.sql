CREATE TABLE "user" (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  username text NOT NULL UNIQUE,
  firstname text,
  lastname text,
  default_project_uuid uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE session (
  id text PRIMARY KEY,
  token text NOT NULL UNIQUE,
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX session_user_idx ON session (user_id);
--> statement-breakpoint
CREATE TABLE account (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX account_user_idx ON account (user_id);
--> statement-breakpoint
CREATE TABLE verification (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX verification_identifier_idx ON verification (identifier);
--> statement-breakpoint
CREATE TABLE api_key (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  name text NOT NULL,
  hash text NOT NULL UNIQUE,
  scope text NOT NULL DEFAULT 'read_write_delete' CHECK (scope IN ('read', 'read_write', 'read_write_delete')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
--> statement-breakpoint
CREATE TABLE worker_key (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
--> statement-breakpoint
CREATE TABLE project (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  owner_id text NOT NULL REFERENCES "user"(id),
  root_folder_uuid uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE membership (
  project_uuid uuid NOT NULL REFERENCES project(uuid) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'member')),
  PRIMARY KEY (project_uuid, user_id)
);
--> statement-breakpoint
CREATE INDEX membership_user_idx ON membership (user_id);
--> statement-breakpoint
CREATE TABLE folder (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_uuid uuid NOT NULL REFERENCES project(uuid) ON DELETE CASCADE,
  parent_uuid uuid REFERENCES folder(uuid) ON DELETE CASCADE,
  name text NOT NULL,
  notes text NOT NULL DEFAULT '',
  starred boolean NOT NULL DEFAULT false,
  public boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX folder_parent_idx ON folder (parent_uuid);
--> statement-breakpoint
CREATE INDEX folder_project_idx ON folder (project_uuid);
--> statement-breakpoint
CREATE TABLE workflow (
  uuid uuid PRIMARY KEY,
  project_uuid uuid NOT NULL REFERENCES project(uuid) ON DELETE CASCADE,
  parent_uuid uuid NOT NULL REFERENCES folder(uuid) ON DELETE CASCADE,
  run_by text REFERENCES "user"(id) ON DELETE SET NULL,
  name text NOT NULL,
  object_type text NOT NULL,
  object_status integer NOT NULL CHECK (object_status BETWEEN 0 AND 6),
  object_data jsonb NOT NULL,
  notes text NOT NULL DEFAULT '',
  starred boolean NOT NULL DEFAULT false,
  public boolean NOT NULL DEFAULT false,
  email_when_complete boolean NOT NULL DEFAULT false,
  max_credits double precision,
  smiles text,
  resubmitted_from_uuid uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  elapsed double precision,
  progress jsonb,
  provenance jsonb,
  error jsonb,
  options jsonb NOT NULL DEFAULT '{}',
  seed integer NOT NULL,
  requirements text[] NOT NULL,
  memory_mb integer NOT NULL DEFAULT 0,
  seconds_needed integer NOT NULL DEFAULT 0,
  gpus integer NOT NULL DEFAULT 0,
  priority integer NOT NULL DEFAULT 0,
  run_after timestamptz NOT NULL DEFAULT now(),
  queued_at timestamptz NOT NULL DEFAULT now(),
  stop_requested boolean NOT NULL DEFAULT false
);
--> statement-breakpoint
CREATE INDEX workflow_parent_idx ON workflow (parent_uuid, created_at DESC);
--> statement-breakpoint
CREATE INDEX workflow_project_idx ON workflow (project_uuid);
--> statement-breakpoint
CREATE INDEX workflow_queue_idx ON workflow (priority DESC, queued_at, uuid) WHERE object_status = 0;
--> statement-breakpoint
CREATE TABLE calculation (
  uuid uuid PRIMARY KEY,
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  position integer NOT NULL,
  name text,
  status integer NOT NULL,
  settings jsonb NOT NULL,
  tasks jsonb NOT NULL,
  engine text,
  elapsed double precision,
  messages jsonb NOT NULL DEFAULT '[]',
  provenance jsonb,
  bond_orders jsonb,
  json_format text NOT NULL,
  molecule_count integer NOT NULL,
  molecules_file text NOT NULL,
  logfile_file text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX calculation_workflow_idx ON calculation (workflow_uuid, position);
--> statement-breakpoint
CREATE TABLE worker (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  host text NOT NULL,
  server_id text,
  report jsonb NOT NULL,
  capabilities text[] NOT NULL,
  memory_mb integer NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  gone boolean NOT NULL DEFAULT false
);
--> statement-breakpoint
CREATE TABLE attempt (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 50),
  worker_uuid uuid REFERENCES worker(uuid) ON DELETE SET NULL,
  token uuid NOT NULL DEFAULT gen_random_uuid(),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed', 'lost', 'stopped', 'released')),
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  lease_until timestamptz NOT NULL,
  host text NOT NULL,
  versions jsonb NOT NULL DEFAULT '{}',
  error_class text,
  message text,
  detail text,
  exit_code integer,
  signal text,
  peak_memory_mb double precision,
  output_tail text,
  log_file text,
  UNIQUE (workflow_uuid, number)
);
--> statement-breakpoint
CREATE UNIQUE INDEX attempt_one_running_idx ON attempt (workflow_uuid) WHERE status = 'running';
--> statement-breakpoint
CREATE INDEX attempt_lease_idx ON attempt (lease_until) WHERE status = 'running';
--> statement-breakpoint
CREATE TABLE step (
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  key text NOT NULL,
  result jsonb NOT NULL,
  attempt integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workflow_uuid, key)
);
--> statement-breakpoint
CREATE TABLE offered_method (
  name text PRIMARY KEY,
  engine text,
  version text,
  last_offered_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE FUNCTION folder_is_public(start uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT f.uuid, f.parent_uuid, f.public FROM folder f WHERE f.uuid = start
    UNION
    SELECT f.uuid, f.parent_uuid, f.public FROM folder f JOIN chain c ON f.uuid = c.parent_uuid
  )
  SELECT coalesce(bool_or(public), false) FROM chain
$$;
--> statement-breakpoint
CREATE FUNCTION is_member(project uuid, member text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM membership m WHERE m.project_uuid = project AND m.user_id = member)
$$;

-- Who administers the server, and accounts that are closed.
ALTER TABLE "user" ADD COLUMN administrator boolean NOT NULL DEFAULT false, ADD COLUMN disabled_at timestamptz;
--> statement-breakpoint
UPDATE "user" SET administrator = true WHERE id = (SELECT id FROM "user" ORDER BY created_at, id LIMIT 1);
--> statement-breakpoint
-- Who did what. Names are kept as they were, without references: an entry outlives the account and the thing that it is about.
CREATE TABLE audit_entry (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text,
  actor_name text NOT NULL,
  way text NOT NULL,
  address text,
  action text NOT NULL,
  kind text,
  subject text,
  subject_name text,
  details jsonb NOT NULL DEFAULT '{}'
);
--> statement-breakpoint
CREATE INDEX audit_entry_at_idx ON audit_entry (at DESC, uuid);
--> statement-breakpoint
CREATE INDEX audit_entry_action_idx ON audit_entry (action, at DESC);
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the audit log are neither changed nor deleted.' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_entry_not_emptied BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- Nobody comes into a closed account, and each session that begins is noted, however it begins.
CREATE FUNCTION refuse_disabled_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "user" WHERE id = NEW.user_id AND disabled_at IS NOT NULL) THEN
    RAISE EXCEPTION 'The account is disabled.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_allowed BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse_disabled_account();
--> statement-breakpoint
CREATE FUNCTION note_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entry (actor, actor_name, way, address, action, kind, details)
    SELECT u.id, u.email, 'browser', nullif(NEW.ip_address, ''), 'sign_in', 'person', jsonb_strip_nulls(jsonb_build_object('browser', left(NEW.user_agent, 300)))
    FROM "user" u WHERE u.id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_noted AFTER INSERT ON session FOR EACH ROW EXECUTE FUNCTION note_sign_in();
--> statement-breakpoint
-- What an administrator decides about an item in the queue, with the reason; an item with `hold_reason` is not handed out.
ALTER TABLE workflow ADD COLUMN priority integer NOT NULL DEFAULT 0 CHECK (priority BETWEEN -10 AND 10), ADD COLUMN priority_reason text, ADD COLUMN hold_reason text;
--> statement-breakpoint
CREATE INDEX workflow_priority_idx ON workflow (priority, queued_at) WHERE object_status = 0 AND priority <> 0;
--> statement-breakpoint
CREATE INDEX workflow_queue_person_idx ON workflow (run_by, queued_at, uuid) WHERE object_status = 0;
--> statement-breakpoint
-- Whose turn it was last: items are handed out to one person after the other.
CREATE INDEX workflow_started_idx ON workflow (run_by, started_at DESC) WHERE started_at IS NOT NULL;
--> statement-breakpoint
-- A worker that is to finish what it has and take no more.
CREATE TABLE drained_worker (
  name text NOT NULL,
  host text NOT NULL,
  reason text,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, host)
);
--> statement-breakpoint
-- Settings that administrators changed while the server ran. What is fixed from outside stands above them.
CREATE TABLE platform_setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  changed_by text
);
--> statement-breakpoint
-- Cores of the job of an attempt; and what each ended attempt used. An entry of usage outlives its item, project and person.
ALTER TABLE attempt ADD COLUMN cores real NOT NULL DEFAULT 1;
--> statement-breakpoint
CREATE TABLE usage_entry (
  attempt uuid PRIMARY KEY,
  ended_at timestamptz NOT NULL,
  person text,
  project uuid,
  type text NOT NULL,
  core_seconds double precision NOT NULL
);
--> statement-breakpoint
CREATE INDEX usage_entry_ended_idx ON usage_entry (ended_at);
--> statement-breakpoint
CREATE INDEX usage_entry_person_idx ON usage_entry (person, ended_at);
--> statement-breakpoint
CREATE INDEX usage_entry_project_idx ON usage_entry (project, ended_at);
--> statement-breakpoint
INSERT INTO usage_entry (attempt, ended_at, person, project, type, core_seconds)
  SELECT a.uuid, a.ended_at, w.run_by, w.project_uuid, w.object_type, greatest(0, extract(epoch FROM a.ended_at - a.started_at)) * coalesce((k.report->>'cores')::float8, 1)
  FROM attempt a JOIN workflow w ON w.uuid = a.workflow_uuid LEFT JOIN worker k ON k.uuid = a.worker_uuid WHERE a.ended_at IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION note_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A lost attempt counts until its worker was last heard of.
  INSERT INTO usage_entry (attempt, ended_at, person, project, type, core_seconds)
    SELECT NEW.uuid, NEW.ended_at, w.run_by, w.project_uuid, w.object_type,
      greatest(0, extract(epoch FROM CASE WHEN NEW.status = 'lost' THEN NEW.heard_at ELSE NEW.ended_at END - NEW.started_at)) * NEW.cores
    FROM workflow w WHERE w.uuid = NEW.workflow_uuid
    ON CONFLICT (attempt) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER attempt_used AFTER UPDATE OF ended_at ON attempt FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NEW.workflow_uuid IS NOT NULL) EXECUTE FUNCTION note_usage();
--> statement-breakpoint
-- What a person or a project may have at most; null: no limit of this kind. `subject` is an account or a project, or '*' for all that have no row of their own.
CREATE TABLE usage_limit (
  kind text NOT NULL CHECK (kind IN ('person', 'project')),
  subject text NOT NULL,
  active_items integer CHECK (active_items >= 0),
  core_hours double precision CHECK (core_hours >= 0),
  storage_mb double precision CHECK (storage_mb >= 0),
  changed_at timestamptz NOT NULL DEFAULT now(),
  changed_by text,
  PRIMARY KEY (kind, subject)
);

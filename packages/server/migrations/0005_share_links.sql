CREATE TABLE share_link (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  hash text NOT NULL UNIQUE,
  hint text NOT NULL,
  name text NOT NULL,
  workflow_uuid uuid REFERENCES workflow(uuid) ON DELETE CASCADE,
  folder_uuid uuid REFERENCES folder(uuid) ON DELETE CASCADE,
  protein_uuid uuid REFERENCES protein(uuid) ON DELETE CASCADE,
  created_by text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CHECK (num_nonnulls(workflow_uuid, folder_uuid, protein_uuid) = 1)
);
--> statement-breakpoint
CREATE INDEX share_link_workflow_idx ON share_link (workflow_uuid) WHERE workflow_uuid IS NOT NULL;
--> statement-breakpoint
CREATE INDEX share_link_folder_idx ON share_link (folder_uuid) WHERE folder_uuid IS NOT NULL;
--> statement-breakpoint
CREATE INDEX share_link_protein_idx ON share_link (protein_uuid) WHERE protein_uuid IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION folder_is_inside(start uuid, top uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT f.uuid, f.parent_uuid FROM folder f WHERE f.uuid = start
    UNION
    SELECT f.uuid, f.parent_uuid FROM folder f JOIN chain c ON f.uuid = c.parent_uuid
  )
  SELECT EXISTS (SELECT 1 FROM chain c WHERE c.uuid = top)
$$;

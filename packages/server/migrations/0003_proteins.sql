CREATE TABLE protein (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_uuid uuid NOT NULL REFERENCES project(uuid) ON DELETE CASCADE,
  ancestor_uuid uuid REFERENCES protein(uuid) ON DELETE SET NULL,
  name text NOT NULL,
  -- Not jsonb, which forgets the order of chains and residues.
  data json NOT NULL,
  pocket jsonb,
  public boolean NOT NULL DEFAULT false,
  sanitized integer NOT NULL DEFAULT 0 CHECK (sanitized BETWEEN 0 AND 4),
  created_by text REFERENCES "user"(id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX protein_project_idx ON protein (project_uuid, created_at DESC, uuid);
--> statement-breakpoint
CREATE INDEX protein_ancestor_idx ON protein (ancestor_uuid) WHERE ancestor_uuid IS NOT NULL;

-- Chains that people saved with their settings, to be run on other molecules.
CREATE TABLE recipe (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  project_uuid uuid REFERENCES project(uuid) ON DELETE SET NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  steps jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX recipe_user_idx ON recipe (user_id);
--> statement-breakpoint
CREATE INDEX recipe_project_idx ON recipe (project_uuid) WHERE project_uuid IS NOT NULL;
--> statement-breakpoint
-- The folder that a run of a recipe made, with the recipe as it was then.
CREATE TABLE recipe_run (
  folder_uuid uuid PRIMARY KEY REFERENCES folder(uuid) ON DELETE CASCADE,
  recipe_uuid uuid REFERENCES recipe(uuid) ON DELETE SET NULL,
  name text NOT NULL,
  steps jsonb NOT NULL
);

-- Proteins and structures are deleted as items are: marked, restorable for 30 days, then gone with what belongs to them.
ALTER TABLE deletion DROP CONSTRAINT deletion_kind_check,
  ADD CONSTRAINT deletion_kind_check CHECK (kind IN ('workflow', 'folder', 'project', 'protein', 'structure'));
--> statement-breakpoint
ALTER TABLE protein ADD COLUMN deletion_uuid uuid REFERENCES deletion(uuid) ON DELETE CASCADE;
--> statement-breakpoint
CREATE INDEX protein_deletion_idx ON protein (deletion_uuid) WHERE deletion_uuid IS NOT NULL;
--> statement-breakpoint
ALTER TABLE structure ADD COLUMN deletion_uuid uuid REFERENCES deletion(uuid) ON DELETE CASCADE,
  ADD COLUMN public boolean NOT NULL DEFAULT false,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
UPDATE structure SET updated_at = created_at;
--> statement-breakpoint
CREATE INDEX structure_deletion_idx ON structure (deletion_uuid) WHERE deletion_uuid IS NOT NULL;

-- Structures that jobs made (poses in their protein, predicted folds) stand apart in the list of proteins.
ALTER TABLE protein ADD COLUMN computed boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- What stands already: a protein that an item names and that came after the item had started was made by its job. Imported items tell the times of where they ran.
UPDATE protein p SET computed = true
WHERE EXISTS (
  SELECT 1 FROM workflow_protein n JOIN workflow w ON w.uuid = n.workflow_uuid
  WHERE n.protein_uuid = p.uuid AND w.project_uuid = p.project_uuid AND w.imported IS NULL AND w.started_at <= p.created_at
);

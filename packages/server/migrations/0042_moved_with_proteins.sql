-- Whether an item hands its protein on: it was moved out of the protein's project by somebody who may read the protein, and whoever may read the item
-- may read it since.
ALTER TABLE workflow_protein ADD COLUMN hands_on boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE INDEX workflow_protein_hands_on_idx ON workflow_protein (protein_uuid, workflow_uuid) WHERE hands_on;
--> statement-breakpoint
-- What was moved before: those items whose person may read the protein.
UPDATE workflow_protein n SET hands_on = true FROM workflow w, protein p
  WHERE w.uuid = n.workflow_uuid AND p.uuid = n.protein_uuid AND p.project_uuid <> w.project_uuid
    AND EXISTS (SELECT 1 FROM attempt a WHERE a.workflow_uuid = w.uuid)
    AND EXISTS (SELECT 1 FROM membership m JOIN project q ON q.uuid = m.project_uuid
      WHERE m.project_uuid = p.project_uuid AND m.user_id = w.run_by AND q.deletion_uuid IS NULL);
--> statement-breakpoint
-- Data that change keep what is handed on. An item that names what another item of its project hands on does so too: its people read the protein already.
CREATE OR REPLACE FUNCTION note_item_proteins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named uuid[] := ARRAY(SELECT DISTINCT p.uuid
    FROM regexp_matches(NEW.object_data::text, '"([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})"', 'g') written
    JOIN protein p ON p.uuid = written[1]::uuid);
BEGIN
  IF TG_OP = 'UPDATE' THEN DELETE FROM workflow_protein WHERE workflow_uuid = NEW.uuid AND protein_uuid <> ALL (named); END IF;
  INSERT INTO workflow_protein (workflow_uuid, protein_uuid, hands_on)
    SELECT NEW.uuid, one, EXISTS (SELECT 1 FROM workflow_protein o JOIN workflow v ON v.uuid = o.workflow_uuid
      WHERE o.protein_uuid = one AND o.hands_on AND v.project_uuid = NEW.project_uuid AND v.deletion_uuid IS NULL)
    FROM unnest(named) one
    ON CONFLICT (protein_uuid, workflow_uuid) DO NOTHING;
  RETURN NULL;
END $$;

-- The table holds hashes of session tokens from now on. Browsers keep their sessions: a cookie holds the token itself.
UPDATE session SET token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
--> statement-breakpoint
-- Sign-ins that were begun and did not succeed, counted by host, by account and by both together; names are hashes.
CREATE TABLE sign_in_attempt (
  name text PRIMARY KEY,
  attempts integer NOT NULL CHECK (attempts >= 0),
  until timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX sign_in_attempt_until_idx ON sign_in_attempt (until);
--> statement-breakpoint
-- Proteins that an item names in its data: whoever may see the item sees them, where its project or its person may share them.
CREATE TABLE workflow_protein (
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  protein_uuid uuid NOT NULL REFERENCES protein(uuid) ON DELETE CASCADE,
  PRIMARY KEY (protein_uuid, workflow_uuid)
);
--> statement-breakpoint
CREATE INDEX workflow_protein_workflow_idx ON workflow_protein (workflow_uuid);
--> statement-breakpoint
CREATE FUNCTION note_item_proteins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN DELETE FROM workflow_protein WHERE workflow_uuid = NEW.uuid; END IF;
  INSERT INTO workflow_protein (workflow_uuid, protein_uuid)
    SELECT DISTINCT NEW.uuid, p.uuid
    FROM regexp_matches(NEW.object_data::text, '"([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})"', 'g') named
    JOIN protein p ON p.uuid = named[1]::uuid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER item_made_with_proteins AFTER INSERT ON workflow FOR EACH ROW
  WHEN (NEW.object_data <> '{}') EXECUTE FUNCTION note_item_proteins();
--> statement-breakpoint
CREATE TRIGGER item_data_changed AFTER UPDATE OF object_data ON workflow FOR EACH ROW
  WHEN (NEW.object_data IS DISTINCT FROM OLD.object_data) EXECUTE FUNCTION note_item_proteins();
--> statement-breakpoint
INSERT INTO workflow_protein (workflow_uuid, protein_uuid)
  SELECT DISTINCT w.uuid, p.uuid
  FROM workflow w,
    LATERAL regexp_matches(w.object_data::text, '"([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})"', 'g') named
    JOIN protein p ON p.uuid = named[1]::uuid;

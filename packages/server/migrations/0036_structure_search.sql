-- Each distinct molecule of the server once, with what it is found by: SHA-256 of its canonical SMILES with and without stereochemistry, and RDKit's
-- pattern and Morgan fingerprints (2048 bits). Numbers grow in the order of commits, so that a reader can ask for what came after the last one it has.
CREATE TABLE molecule (
  number bigint PRIMARY KEY,
  identity bytea NOT NULL UNIQUE,
  skeleton bytea NOT NULL,
  smiles text NOT NULL,
  pattern bytea NOT NULL CHECK (octet_length(pattern) = 256),
  similarity bytea NOT NULL CHECK (octet_length(similarity) = 256)
);
--> statement-breakpoint
CREATE INDEX molecule_skeleton_idx ON molecule (skeleton);
--> statement-breakpoint
CREATE TABLE workflow_molecule (
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  molecule bigint NOT NULL REFERENCES molecule(number),
  PRIMARY KEY (workflow_uuid, molecule)
);
--> statement-breakpoint
CREATE INDEX workflow_molecule_molecule_idx ON workflow_molecule (molecule, workflow_uuid);
--> statement-breakpoint
CREATE TABLE structure_molecule (
  structure_uuid uuid NOT NULL REFERENCES structure(uuid) ON DELETE CASCADE,
  molecule bigint NOT NULL REFERENCES molecule(number),
  PRIMARY KEY (structure_uuid, molecule)
);
--> statement-breakpoint
CREATE INDEX structure_molecule_molecule_idx ON structure_molecule (molecule, structure_uuid);
--> statement-breakpoint
CREATE TABLE protein_molecule (
  protein_uuid uuid NOT NULL REFERENCES protein(uuid) ON DELETE CASCADE,
  molecule bigint NOT NULL REFERENCES molecule(number),
  PRIMARY KEY (protein_uuid, molecule)
);
--> statement-breakpoint
CREATE INDEX protein_molecule_molecule_idx ON protein_molecule (molecule, protein_uuid);
--> statement-breakpoint
-- What the index has still to read: a change made while it is read gives the row another mark, so that it is read again.
CREATE TABLE structure_to_read (
  kind text NOT NULL CHECK (kind IN ('workflow', 'structure', 'protein')),
  uuid uuid NOT NULL,
  mark uuid NOT NULL DEFAULT gen_random_uuid(),
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, uuid)
);
--> statement-breakpoint
CREATE INDEX structure_to_read_since_idx ON structure_to_read (since DESC);
--> statement-breakpoint
INSERT INTO structure_to_read (kind, uuid, since)
  SELECT 'workflow', uuid, created_at FROM workflow
  UNION ALL SELECT 'structure', uuid, created_at FROM structure
  UNION ALL SELECT 'protein', uuid, created_at FROM protein;
--> statement-breakpoint
CREATE FUNCTION note_structure_to_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO structure_to_read (kind, uuid) VALUES (TG_ARGV[0], NEW.uuid)
    ON CONFLICT (kind, uuid) DO UPDATE SET mark = gen_random_uuid(), since = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflow_to_read AFTER INSERT ON workflow FOR EACH ROW EXECUTE FUNCTION note_structure_to_read('workflow');
--> statement-breakpoint
-- A running item changes with each step; its structures are read when it has ended.
CREATE TRIGGER workflow_to_read_again AFTER UPDATE OF object_status, smiles ON workflow FOR EACH ROW
  WHEN (NEW.smiles IS DISTINCT FROM OLD.smiles OR (NEW.object_status <> OLD.object_status AND NEW.object_status IN (2, 3, 4)))
  EXECUTE FUNCTION note_structure_to_read('workflow');
--> statement-breakpoint
CREATE TRIGGER structure_to_read AFTER INSERT ON structure FOR EACH ROW EXECUTE FUNCTION note_structure_to_read('structure');
--> statement-breakpoint
CREATE TRIGGER protein_to_read AFTER INSERT OR UPDATE OF data ON protein FOR EACH ROW EXECUTE FUNCTION note_structure_to_read('protein');

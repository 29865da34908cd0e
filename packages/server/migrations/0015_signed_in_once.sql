-- Whether a person ever came into the account: then it is theirs for good, also when no browser is signed in any more, and the web gives nobody
-- else a link to it.
ALTER TABLE "user" ADD COLUMN signed_in boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- Sessions that are over left no trace so far; whatever a person does in an account did.
UPDATE "user" u SET signed_in = true
WHERE EXISTS (SELECT 1 FROM session s WHERE s.user_id = u.id)
  OR EXISTS (SELECT 1 FROM account a WHERE a.user_id = u.id)
  OR EXISTS (SELECT 1 FROM api_key k WHERE k.user_id = u.id)
  OR EXISTS (SELECT 1 FROM share_link l WHERE l.created_by = u.id)
  OR EXISTS (SELECT 1 FROM deletion d WHERE d.deleted_by = u.id)
  OR EXISTS (SELECT 1 FROM workflow w WHERE w.run_by = u.id)
  OR EXISTS (SELECT 1 FROM protein p WHERE p.created_by = u.id)
  OR EXISTS (SELECT 1 FROM project p WHERE p.owner_id = u.id AND (
    p.uuid IS DISTINCT FROM u.default_project_uuid OR EXISTS (SELECT 1 FROM folder f WHERE f.project_uuid = p.uuid AND f.parent_uuid IS NOT NULL)));
--> statement-breakpoint
-- However a browser is signed in (link, password, another service), in the same transaction. Links that were made before, by whoever waited for
-- the person to come, open it no more.
CREATE FUNCTION note_first_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE address text;
BEGIN
  UPDATE "user" SET signed_in = true WHERE id = NEW.user_id AND NOT signed_in RETURNING email INTO address;
  IF FOUND THEN
    DELETE FROM verification WHERE strpos(value, '"email":' || to_json(address)::text) > 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_begun AFTER INSERT ON session FOR EACH ROW EXECUTE FUNCTION note_first_sign_in();

-- A walk up from a folder takes each folder above by its key, one after the other, however many folders there are: LIMIT keeps the planner from joining
-- whole tables, and without sequential scans a plan that was made (and is kept) while the table was small serves when it is large, too. The embedded
-- database has no process that gathers statistics and makes such plans anew.
CREATE OR REPLACE FUNCTION folder_is_public(start uuid) RETURNS boolean LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN (
    WITH RECURSIVE chain AS (
      SELECT f.uuid, f.parent_uuid, f.public FROM folder f WHERE f.uuid = start
      UNION
      SELECT f.uuid, f.parent_uuid, f.public FROM chain c
        CROSS JOIN LATERAL (SELECT p.uuid, p.parent_uuid, p.public FROM folder p WHERE p.uuid = c.parent_uuid LIMIT 1) f
    )
    SELECT coalesce(bool_or(public), false) FROM chain
  );
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION folder_is_inside(start uuid, top uuid) RETURNS boolean LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN (
    WITH RECURSIVE chain AS (
      SELECT f.uuid, f.parent_uuid FROM folder f WHERE f.uuid = start
      UNION
      SELECT f.uuid, f.parent_uuid FROM chain c
        CROSS JOIN LATERAL (SELECT p.uuid, p.parent_uuid FROM folder p WHERE p.uuid = c.parent_uuid LIMIT 1) f
    )
    SELECT EXISTS (SELECT 1 FROM chain c WHERE c.uuid = top)
  );
END
$$;

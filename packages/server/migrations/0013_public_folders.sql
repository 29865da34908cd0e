-- The same question as before, in a language whose plan is kept for the connection: it is asked with every page of a list.
CREATE OR REPLACE FUNCTION folder_is_public(start uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE chain AS (
      SELECT f.uuid, f.parent_uuid, f.public FROM folder f WHERE f.uuid = start
      UNION
      SELECT f.uuid, f.parent_uuid, f.public FROM folder f JOIN chain c ON f.uuid = c.parent_uuid
    )
    SELECT coalesce(bool_or(public), false) FROM chain
  );
END
$$;

-- A link ends for good when its maker may no longer change what it opens. Those whose maker had lost that right before this rule end now.
UPDATE share_link l SET revoked_at = now()
WHERE l.revoked_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM membership m
  WHERE m.user_id = l.created_by AND m.role <> 'viewer' AND m.project_uuid = coalesce(
    (SELECT w.project_uuid FROM workflow w WHERE w.uuid = l.workflow_uuid),
    (SELECT f.project_uuid FROM folder f WHERE f.uuid = l.folder_uuid),
    (SELECT p.project_uuid FROM protein p WHERE p.uuid = l.protein_uuid))
);

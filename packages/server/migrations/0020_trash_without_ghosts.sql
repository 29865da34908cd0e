-- What was removed for good with the folder that it lay in cannot be restored, and is no longer listed as if it could.
DELETE FROM deletion d
WHERE NOT EXISTS (SELECT 1 FROM workflow x WHERE x.uuid = d.object_uuid AND x.deletion_uuid = d.uuid)
  AND NOT EXISTS (SELECT 1 FROM folder x WHERE x.uuid = d.object_uuid AND x.deletion_uuid = d.uuid)
  AND NOT EXISTS (SELECT 1 FROM project x WHERE x.uuid = d.object_uuid AND x.deletion_uuid = d.uuid)
  AND NOT EXISTS (SELECT 1 FROM protein x WHERE x.uuid = d.object_uuid AND x.deletion_uuid = d.uuid)
  AND NOT EXISTS (SELECT 1 FROM structure x WHERE x.uuid = d.object_uuid AND x.deletion_uuid = d.uuid);

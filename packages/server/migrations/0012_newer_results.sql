-- An item says which one superseded it: looked for with each read of it.
CREATE INDEX workflow_resubmitted_from_idx ON workflow (resubmitted_from_uuid, completed_at) WHERE deletion_uuid IS NULL AND object_status = 2 AND resubmitted_from_uuid IS NOT NULL;

-- The key results of an ended item as lists show them, read once from its result; lists are sorted by the number. `revision` says by which version of
-- what the types say: a row of an older one is read again.
CREATE TABLE item_headline (
  workflow_uuid uuid PRIMARY KEY REFERENCES workflow(uuid) ON DELETE CASCADE,
  revision int NOT NULL,
  number double precision,
  said jsonb NOT NULL
);

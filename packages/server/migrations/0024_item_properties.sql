-- What items of a list are sorted by besides their own columns: a property of the saved-column catalogue, read once from a finished item's
-- result. A row without a value says that the item was read and has none.
CREATE TABLE item_property (
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  property text NOT NULL,
  value double precision,
  PRIMARY KEY (workflow_uuid, property)
);

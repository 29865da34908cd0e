-- What an item comes from: items that it waits for, and results that it takes (`taken`: a list of field and path). Both ends stay readable by name when the
-- source was deleted, so that the source is no foreign key.
CREATE TABLE workflow_source (
  workflow_uuid uuid NOT NULL REFERENCES workflow(uuid) ON DELETE CASCADE,
  source_uuid uuid NOT NULL,
  source_name text NOT NULL,
  taken jsonb NOT NULL DEFAULT '[]',
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (workflow_uuid, source_uuid)
);
--> statement-breakpoint
CREATE INDEX workflow_source_source_idx ON workflow_source (source_uuid, workflow_uuid);
--> statement-breakpoint
-- True while an item (status 5) waits for others to end. It is let into the queue when they have.
ALTER TABLE workflow ADD COLUMN waits_for_others boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE INDEX workflow_waits_idx ON workflow (queued_at, uuid) WHERE object_status = 5 AND waits_for_others;
--> statement-breakpoint
-- Items whose structure was taken from a result by hand, found from that result.
CREATE INDEX workflow_made_from_idx ON workflow ((object_data #>> '{made_from,workflow_uuid}')) WHERE object_data ? 'made_from';

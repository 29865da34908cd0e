-- What lay deleted in a folder that was moved to another project belongs to the trash of that project.
UPDATE deletion d SET project_uuid = w.project_uuid FROM workflow w
WHERE d.kind = 'workflow' AND w.uuid = d.object_uuid AND w.deletion_uuid = d.uuid AND w.project_uuid <> d.project_uuid;
--> statement-breakpoint
UPDATE deletion d SET project_uuid = f.project_uuid FROM folder f
WHERE d.kind = 'folder' AND f.uuid = d.object_uuid AND f.deletion_uuid = d.uuid AND f.project_uuid <> d.project_uuid;

-- The few among many: each order of the starred, the public, the failed and the stopped items of a folder or project, so that a page of them reads no others.
-- A row that is none of these enters no index here.
CREATE INDEX workflow_in_folder_starred_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_starred_updated_idx ON workflow (parent_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_starred_status_idx ON workflow (parent_uuid, object_status, created_at, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_starred_type_idx ON workflow (parent_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_project_starred_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_project_starred_updated_idx ON workflow (project_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_project_starred_status_idx ON workflow (project_uuid, object_status, created_at, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_project_starred_type_idx ON workflow (project_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_public_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_public_updated_idx ON workflow (parent_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_public_status_idx ON workflow (parent_uuid, object_status, created_at, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_public_type_idx ON workflow (parent_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_project_public_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_project_public_updated_idx ON workflow (project_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_project_public_status_idx ON workflow (project_uuid, object_status, created_at, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_project_public_type_idx ON workflow (project_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_failed_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND object_status = 3;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_failed_updated_idx ON workflow (parent_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL AND object_status = 3;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_failed_type_idx ON workflow (parent_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL AND object_status = 3;
--> statement-breakpoint
CREATE INDEX workflow_in_project_failed_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND object_status = 3;
--> statement-breakpoint
CREATE INDEX workflow_in_project_failed_updated_idx ON workflow (project_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL AND object_status = 3;
--> statement-breakpoint
CREATE INDEX workflow_in_project_failed_type_idx ON workflow (project_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL AND object_status = 3;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_stopped_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND object_status = 4;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_stopped_updated_idx ON workflow (parent_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL AND object_status = 4;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_stopped_type_idx ON workflow (parent_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL AND object_status = 4;
--> statement-breakpoint
CREATE INDEX workflow_in_project_stopped_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND object_status = 4;
--> statement-breakpoint
CREATE INDEX workflow_in_project_stopped_updated_idx ON workflow (project_uuid, updated_at, uuid) WHERE deletion_uuid IS NULL AND object_status = 4;
--> statement-breakpoint
CREATE INDEX workflow_in_project_stopped_type_idx ON workflow (project_uuid, object_type, created_at, uuid) WHERE deletion_uuid IS NULL AND object_status = 4;

-- Numbers in names count as numbers, in every list: "mol 2" stands before "mol 10". In the key each number has ten digits, or as many as it has.
ALTER TABLE folder DROP COLUMN name_key;
--> statement-breakpoint
ALTER TABLE workflow DROP COLUMN name_key;
--> statement-breakpoint
CREATE FUNCTION number_order(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN name COLLATE "C" ~ '[0-9]'
  THEN regexp_replace(regexp_replace(name COLLATE "C", '([0-9]+)', '000000000\1', 'g'), '0*([0-9]{10,})', '\1', 'g')
  ELSE name END;
--> statement-breakpoint
-- As before, letters with marks stand beside those without, and behind them where all else is the same.
CREATE OR REPLACE FUNCTION name_order(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN octet_length(folded) = length(folded) THEN left(number_order(folded), 200)
  ELSE left(number_order(replace(replace(replace(
    translate(normalize(folded, NFD), 'øđłħŧ' || U&'\0300\0301\0302\0303\0304\0305\0306\0307\0308\0309\030a\030b\030c\030d\030e\030f\0310\0311\0312\0313\0314\0315\0316\0317\0318\0319\031a\031b\031c\031d\031e\031f\0320\0321\0322\0323\0324\0325\0326\0327\0328\0329\032a\032b\032c\032d\032e\032f\0330\0331\0332\0333\0334\0335\0336\0337\0338\0339\033a\033b\033c\033d\033e\033f\0340\0341\0342\0343\0344\0345\0346\0347\0348\0349\034a\034b\034c\034d\034e\034f\0350\0351\0352\0353\0354\0355\0356\0357\0358\0359\035a\035b\035c\035d\035e\035f\0360\0361\0362\0363\0364\0365\0366\0367\0368\0369\036a\036b\036c\036d\036e\036f', 'odlht'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')) || U&'\0001' || folded, 200) END;
--> statement-breakpoint
ALTER TABLE folder ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (name_order(fold_case(name))) STORED;
--> statement-breakpoint
ALTER TABLE workflow ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (name_order(fold_case(name))) STORED;
--> statement-breakpoint
CREATE INDEX folder_name_idx ON folder (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_starred_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_public_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_failed_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND object_status = 3;
--> statement-breakpoint
CREATE INDEX workflow_in_folder_stopped_name_idx ON workflow (parent_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND object_status = 4;
--> statement-breakpoint
CREATE INDEX workflow_in_project_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL;
--> statement-breakpoint
CREATE INDEX workflow_in_project_starred_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND starred;
--> statement-breakpoint
CREATE INDEX workflow_in_project_public_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND public;
--> statement-breakpoint
CREATE INDEX workflow_in_project_failed_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND object_status = 3;
--> statement-breakpoint
CREATE INDEX workflow_in_project_stopped_name_idx ON workflow (project_uuid, name_key, uuid) WHERE deletion_uuid IS NULL AND object_status = 4;

ALTER TABLE api_key
  ADD COLUMN project_uuid uuid REFERENCES project(uuid) ON DELETE CASCADE,
  ADD COLUMN can_manage_api_keys boolean NOT NULL DEFAULT false,
  ADD COLUMN created_by_key_uuid uuid REFERENCES api_key(uuid) ON DELETE SET NULL,
  ADD COLUMN hint text NOT NULL DEFAULT '';
--> statement-breakpoint
-- Keys that were made before came from the command line or the set-up, which may do everything.
UPDATE api_key SET can_manage_api_keys = true;
--> statement-breakpoint
CREATE INDEX api_key_user_idx ON api_key (user_id, created_at DESC);
--> statement-breakpoint
CREATE TABLE jwks (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  alg text,
  crv text
);
--> statement-breakpoint
-- better-auth tells accounts apart by who vouches for them: itself for passwords, an OpenID Connect issuer for others.
ALTER TABLE account ADD COLUMN issuer text NOT NULL DEFAULT 'local:credential';
--> statement-breakpoint
CREATE UNIQUE INDEX account_issuer_idx ON account (issuer, account_id);

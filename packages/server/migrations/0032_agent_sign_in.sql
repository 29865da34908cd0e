-- Applications that act for people by OAuth. They register themselves, so nothing about them was checked.
CREATE TABLE oauth_client (
  id text PRIMARY KEY,
  client_id text NOT NULL UNIQUE,
  client_secret text,
  client_discovery_id text,
  disabled boolean NOT NULL DEFAULT false,
  skip_consent boolean,
  enable_end_session boolean,
  subject_type text,
  scopes text[],
  client_credentials_scopes text[] DEFAULT '{}',
  user_id text REFERENCES "user"(id) ON DELETE CASCADE,
  name text,
  uri text,
  icon text,
  contacts text[],
  tos text,
  policy text,
  software_id text,
  software_version text,
  software_statement text,
  redirect_uris text[] NOT NULL,
  post_logout_redirect_uris text[],
  backchannel_logout_uri text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method text,
  application_type text,
  jwks text,
  jwks_uri text,
  grant_types text[],
  response_types text[],
  require_pkce boolean,
  dpop_bound_access_tokens boolean DEFAULT false,
  reference_id text,
  metadata jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX oauth_client_user_idx ON oauth_client (user_id);
--> statement-breakpoint
-- What tokens are for: the address of /mcp.
CREATE TABLE oauth_resource (
  id text PRIMARY KEY,
  identifier text NOT NULL UNIQUE,
  name text NOT NULL,
  access_token_ttl integer,
  refresh_token_ttl integer,
  signing_algorithm text,
  signing_key_id text,
  allowed_scopes text[],
  custom_claims jsonb,
  dpop_bound_access_tokens_required boolean DEFAULT false,
  disabled boolean DEFAULT false,
  policy_version integer DEFAULT 1,
  metadata jsonb,
  created_at timestamptz DEFAULT now(),
  updated_at timestamptz DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE oauth_client_resource (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_client(client_id) ON DELETE CASCADE,
  resource_id text NOT NULL REFERENCES oauth_resource(identifier) ON DELETE CASCADE,
  metadata jsonb,
  created_at timestamptz DEFAULT now(),
  UNIQUE (client_id, resource_id)
);
--> statement-breakpoint
CREATE INDEX oauth_client_resource_resource_idx ON oauth_client_resource (resource_id);
--> statement-breakpoint
-- Tokens are stored as hashes. They outlive the browser session that allowed them, and end with the person, the application or the connection.
CREATE TABLE oauth_refresh_token (
  id text PRIMARY KEY,
  token text NOT NULL UNIQUE,
  client_id text NOT NULL REFERENCES oauth_client(client_id) ON DELETE CASCADE,
  session_id text REFERENCES session(id) ON DELETE SET NULL,
  user_id text NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
  reference_id text,
  authorization_code_id text,
  resources text[],
  requested_user_info_claims text[],
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked timestamptz,
  rotated_at timestamptz,
  rotation_replay_response text,
  rotation_replay_expires_at timestamptz,
  auth_time timestamptz,
  confirmation jsonb,
  scopes text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX oauth_refresh_token_client_idx ON oauth_refresh_token (client_id);
--> statement-breakpoint
CREATE INDEX oauth_refresh_token_user_idx ON oauth_refresh_token (user_id);
--> statement-breakpoint
CREATE INDEX oauth_refresh_token_session_idx ON oauth_refresh_token (session_id);
--> statement-breakpoint
CREATE INDEX oauth_refresh_token_code_idx ON oauth_refresh_token (authorization_code_id);
--> statement-breakpoint
CREATE TABLE oauth_access_token (
  id text PRIMARY KEY,
  token text NOT NULL UNIQUE,
  client_id text NOT NULL REFERENCES oauth_client(client_id) ON DELETE CASCADE,
  session_id text REFERENCES session(id) ON DELETE SET NULL,
  user_id text REFERENCES "user"(id) ON DELETE CASCADE,
  reference_id text,
  authorization_code_id text,
  resources text[],
  requested_user_info_claims text[],
  refresh_id text REFERENCES oauth_refresh_token(id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked timestamptz,
  confirmation jsonb,
  scopes text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX oauth_access_token_client_idx ON oauth_access_token (client_id);
--> statement-breakpoint
CREATE INDEX oauth_access_token_user_idx ON oauth_access_token (user_id);
--> statement-breakpoint
CREATE INDEX oauth_access_token_session_idx ON oauth_access_token (session_id);
--> statement-breakpoint
CREATE INDEX oauth_access_token_refresh_idx ON oauth_access_token (refresh_id);
--> statement-breakpoint
CREATE INDEX oauth_access_token_code_idx ON oauth_access_token (authorization_code_id);
--> statement-breakpoint
-- What a person allowed an application: the connection that the account page lists and ends.
CREATE TABLE oauth_consent (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_client(client_id) ON DELETE CASCADE,
  user_id text REFERENCES "user"(id) ON DELETE CASCADE,
  reference_id text,
  resources text[],
  requested_user_info_claims text[],
  scopes text[] NOT NULL,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX oauth_consent_client_idx ON oauth_consent (client_id);
--> statement-breakpoint
CREATE INDEX oauth_consent_user_idx ON oauth_consent (user_id);
--> statement-breakpoint
CREATE TABLE oauth_client_assertion (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

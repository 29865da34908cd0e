import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const texts = (name: string) => text(name).array();

/** Applications that ask to act for people by OAuth; better-auth's OAuth provider reads and writes this table and the next ones. */
export const oauthClient = pgTable('oauth_client', {
  id: text('id').primaryKey(),
  clientId: text('client_id').notNull().unique(),
  clientSecret: text('client_secret'),
  clientDiscoveryId: text('client_discovery_id'),
  disabled: boolean('disabled').notNull().default(false),
  skipConsent: boolean('skip_consent'),
  enableEndSession: boolean('enable_end_session'),
  subjectType: text('subject_type'),
  scopes: texts('scopes'),
  clientCredentialsScopes: texts('client_credentials_scopes'),
  userId: text('user_id'),
  name: text('name'),
  uri: text('uri'),
  icon: text('icon'),
  contacts: texts('contacts'),
  tos: text('tos'),
  policy: text('policy'),
  softwareId: text('software_id'),
  softwareVersion: text('software_version'),
  softwareStatement: text('software_statement'),
  redirectUris: texts('redirect_uris').notNull(),
  postLogoutRedirectUris: texts('post_logout_redirect_uris'),
  backchannelLogoutUri: text('backchannel_logout_uri'),
  backchannelLogoutSessionRequired: boolean('backchannel_logout_session_required'),
  tokenEndpointAuthMethod: text('token_endpoint_auth_method'),
  applicationType: text('application_type'),
  jwks: text('jwks'),
  jwksUri: text('jwks_uri'),
  grantTypes: texts('grant_types'),
  responseTypes: texts('response_types'),
  requirePKCE: boolean('require_pkce'),
  dpopBoundAccessTokens: boolean('dpop_bound_access_tokens'),
  referenceId: text('reference_id'),
  metadata: jsonb('metadata'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** What tokens are for, by its address. */
export const oauthResource = pgTable('oauth_resource', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull().unique(),
  name: text('name').notNull(),
  accessTokenTtl: integer('access_token_ttl'),
  refreshTokenTtl: integer('refresh_token_ttl'),
  signingAlgorithm: text('signing_algorithm'),
  signingKeyId: text('signing_key_id'),
  allowedScopes: texts('allowed_scopes'),
  customClaims: jsonb('custom_claims'),
  dpopBoundAccessTokensRequired: boolean('dpop_bound_access_tokens_required'),
  disabled: boolean('disabled'),
  policyVersion: integer('policy_version'),
  metadata: jsonb('metadata'),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
});

/** Which application may ask for which resource. */
export const oauthClientResource = pgTable('oauth_client_resource', {
  id: text('id').primaryKey(),
  clientId: text('client_id').notNull(),
  resourceId: text('resource_id').notNull(),
  metadata: jsonb('metadata'),
  createdAt: moment('created_at'),
});

/** Columns that both kinds of token have. */
const tokenColumns = () => ({
  id: text('id').primaryKey(),
  token: text('token').notNull().unique(),
  clientId: text('client_id').notNull(),
  sessionId: text('session_id'),
  referenceId: text('reference_id'),
  authorizationCodeId: text('authorization_code_id'),
  resources: texts('resources'),
  requestedUserInfoClaims: texts('requested_user_info_claims'),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
  revoked: moment('revoked'),
  confirmation: jsonb('confirmation'),
  scopes: texts('scopes').notNull(),
});

/** Hashed tokens that get new access tokens. */
export const oauthRefreshToken = pgTable('oauth_refresh_token', {
  ...tokenColumns(),
  userId: text('user_id').notNull(),
  rotatedAt: moment('rotated_at'),
  rotationReplayResponse: text('rotation_replay_response'),
  rotationReplayExpiresAt: moment('rotation_replay_expires_at'),
  authTime: moment('auth_time'),
});

/** Hashed tokens that open `/mcp`. */
export const oauthAccessToken = pgTable('oauth_access_token', {
  ...tokenColumns(),
  userId: text('user_id'),
  refreshId: text('refresh_id'),
});

/** What people allowed applications. */
export const oauthConsent = pgTable('oauth_consent', {
  id: text('id').primaryKey(),
  clientId: text('client_id').notNull(),
  userId: text('user_id'),
  referenceId: text('reference_id'),
  resources: texts('resources'),
  requestedUserInfoClaims: texts('requested_user_info_claims'),
  scopes: texts('scopes').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Signed assertions of applications that were used; none are taken here, and the provider wants the table. */
export const oauthClientAssertion = pgTable('oauth_client_assertion', {
  id: text('id').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});

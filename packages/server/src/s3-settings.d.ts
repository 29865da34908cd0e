/** A bucket and how it is reached. */
export interface S3Settings {
  kind: 's3';
  bucket: string;
  /** What all names in the bucket begin with, without slashes at its ends; '' for none. */
  prefix: string;
  /** Address of the service; null: that of AWS for the region. */
  endpoint: string | null;
  region: string;
  /** Whether the bucket stands in the path of an address, not in its host. */
  pathStyle: boolean;
  /** Null: the AWS library looks for them (the role of a machine or a container). */
  credentials: {
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken: string | null;
  } | null;
}
/** Where files lie. */
export type FilesSettings =
  | {
      kind: 'local';
      directory: string;
    }
  | S3Settings;
/** The settings of a bucket, read one by one by `read`. Throws `ConfigProblem` with words for the person; none repeats a key. */
export declare function s3SettingsOf(
  address: string,
  read: (
    key: 's3Endpoint' | 's3Region' | 's3PathStyle' | 'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken',
  ) => string | null,
): S3Settings;

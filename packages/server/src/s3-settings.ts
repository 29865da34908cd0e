import { ConfigProblem } from './config-problem.ts';
import { withoutEndSlashes } from './slashes.ts';

/** A bucket and how it is reached. */
export interface S3Settings {
  kind: 's3';
  bucket: string;
  /** What all names in the bucket begin with, without slashes at its ends; '' for none. */
  prefix: string;
  /** Address of the service; null: that of AWS for the region. */
  endpoint: string | null;
  region: string;
  /** Whether the bucket is in the path of an address, not in its host. */
  pathStyle: boolean;
  /** Null: the AWS library looks for them (the role of a machine or a container). */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string | null } | null;
}

/** Where files lie. */
export type FilesSettings = { kind: 'local'; directory: string } | S3Settings;

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixName = /^[\w.-]+(\/[\w.-]+)*$/;

/** The settings of a bucket, read one by one by `read`. Throws `ConfigProblem` with words for the person; none repeats a key. */
export function s3SettingsOf(
  address: string,
  read: (
    key: 's3Endpoint' | 's3Region' | 's3PathStyle' | 'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken',
  ) => string | null,
): S3Settings {
  const [bucket = '', ...rest] = address.replace(/^s3:\/\//, '').split('/');
  const prefix = withoutEndSlashes(rest.join('/').replace(/^\/+/, ''));
  if (!bucketName.test(bucket) || (prefix !== '' && !prefixName.test(prefix)) || prefix.includes('..')) {
    throw new ConfigProblem(
      'CUVETTE_FILES must be an address like s3://my-bucket or s3://my-bucket/cuvette (letters, digits, "-", "_" and "."), without keys, "?" or "#".',
    );
  }
  const endpoint = read('s3Endpoint');
  if (endpoint !== null) {
    const parsed = URL.canParse(endpoint) ? new URL(endpoint) : null;
    const plain = parsed && !parsed.username && !parsed.password && !parsed.search && !parsed.hash;
    if (!plain || !['http:', 'https:'].includes(parsed.protocol)) {
      throw new ConfigProblem(
        'CUVETTE_S3_ENDPOINT must be an address like https://s3.example.org, without keys, "?" or "#".',
      );
    }
  }
  const style = read('s3PathStyle');
  if (style !== null && style !== 'on' && style !== 'off') {
    throw new ConfigProblem(`CUVETTE_S3_PATH_STYLE must be on or off, and "${style}" is neither.`);
  }
  const region = read('s3Region') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/i.test(region)) {
    throw new ConfigProblem(`CUVETTE_S3_REGION must be a region like eu-central-1, and "${region}" is not.`);
  }
  const [accessKeyId, secretAccessKey] = [read('awsAccessKeyId'), read('awsSecretAccessKey')];
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    throw new ConfigProblem('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY both, or neither.');
  }
  return {
    kind: 's3',
    bucket,
    prefix,
    endpoint: endpoint === null ? null : withoutEndSlashes(endpoint),
    region,
    pathStyle: style === null ? endpoint !== null : style === 'on',
    credentials:
      accessKeyId === null || secretAccessKey === null
        ? null
        : { accessKeyId, secretAccessKey, sessionToken: read('awsSessionToken') },
  };
}

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigurationError } from '../config/config.ts';
import { createS3Client } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';
import { type ArtifactStore, openArtifactStore } from './store.ts';

/** The settings that locate the artifacts. */
export type ArtifactsPlace = Pick<
  Config,
  'artifactsUrl' | 'dataDir' | 's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey'
>;

/** Opens the artifact store of the settings: in the data directory, in a shared directory or in a bucket. */
export async function openArtifacts(place: ArtifactsPlace): Promise<ArtifactStore> {
  const { artifactsUrl: url, dataDir } = place;
  if (url === null) return openArtifactStore(join(dataDir, 'artifacts'));
  if (!url.startsWith('s3:')) return openArtifactStore(fileURLToPath(url));
  const {
    s3Endpoint: endpoint,
    s3Region: region,
    s3AccessKeyId: accessKeyId,
    s3SecretAccessKey: secretAccessKey,
  } = place;
  if (accessKeyId === null || secretAccessKey === null) {
    throw new ConfigurationError([
      `ATTESTRY_ARTIFACTS_URL: ${url} is asked with ATTESTRY_S3_ACCESS_KEY_ID and ATTESTRY_S3_SECRET_ACCESS_KEY; set both`,
    ]);
  }
  return createS3Store(createS3Client({ url, endpoint, region, accessKeyId, secretAccessKey }), url);
}

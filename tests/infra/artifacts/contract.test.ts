import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArtifactStore } from '../../../infra/artifacts/store.ts';
import { createS3Client } from '../../../infra/artifacts/s3-client.ts';
import { createS3Store } from '../../../infra/artifacts/s3-store.ts';
import { testArtifacts } from '../../contracts/artifacts.ts';
import { doubleKeys, openS3Double } from '../../support/s3-double.ts';

testArtifacts('artifacts in a directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'artifacts-'));
  return {
    store: await openArtifactStore(directory),
    damage: (sha256, stored) => writeFile(join(directory, sha256.slice(0, 2), sha256), stored),
    close: () => rm(directory, { recursive: true, force: true }),
  };
});

for (const prefix of ['', '/some/where']) {
  testArtifacts(`artifacts in a bucket${prefix}`, async () => {
    const double = await openS3Double('bucket');
    const url = `s3://bucket${prefix}`;
    const place = prefix === '' ? '' : `${prefix.slice(1)}/`;
    const client = createS3Client({ url, endpoint: double.endpoint, region: 'eu-central-1', ...doubleKeys });
    return {
      store: createS3Store(client, url),
      damage: async (sha256, stored) => {
        double.objects.set(`${place}${sha256.slice(0, 2)}/${sha256}`, { bytes: stored, modified: new Date(0) });
      },
      close: double.close,
    };
  });
}

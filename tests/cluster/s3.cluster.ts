/** The contract of artifact stores on an independent S3 server: moto, from the Python package index. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AwsClient } from 'aws4fetch';
import { suite } from 'uvu';
import { createS3Client } from '../../infra/artifacts/s3-client.ts';
import { createS3Store } from '../../infra/artifacts/s3-store.ts';
import { placeOf } from '../../infra/artifacts/store.ts';
import { testArtifacts } from '../contracts/artifacts.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { pythonWith } from './support/python.ts';
import { nowMs, pause as wait } from '../support/real-time.ts';

const keys = { accessKeyId: 'test', secretAccessKey: 'test' } as const;
const name = 'artifacts on an S3 server';
const python = await pythonWith(fileURLToPath(new URL('support/s3-requirements.txt', import.meta.url)));
if ('missing' in python) {
  console.log(`skipped: ${name}. ${python.missing}`);
  const test = suite(name);
  test.skip('the contract of artifact stores');
  test.run();
} else {
  await testOnServer(python.program);
}

async function testOnServer(program: string): Promise<void> {
  const [port = 0] = await freePorts(1);
  const endpoint = `http://127.0.0.1:${port}`;
  const server = spawn(program, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  process.on('exit', () => server.kill('SIGKILL'));
  server.unref();
  const signed = new AwsClient({ ...keys, service: 's3', region: 'us-east-1', retries: 0 });
  const answers = (): Promise<boolean> =>
    fetch(endpoint).then(
      () => true,
      () => false,
    );
  for (const deadline = nowMs() + 30_000; !(await answers()) && nowMs() < deadline; ) await wait(100);

  let buckets = 0;
  testArtifacts(name, async () => {
    const bucket = `bucket-${(buckets += 1)}`;
    const made = await signed.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
    if (!made.ok) throw new Error(`no bucket: ${made.status} ${await made.text()}`);
    const url = `s3://${bucket}/artifacts`;
    const client = createS3Client({ url, endpoint, region: 'us-east-1', ...keys });
    return {
      store: createS3Store(client, url),
      damage: (sha256, stored) => client.put(placeOf(sha256), new Blob([Uint8Array.from(stored)])),
      close: async () => undefined,
    };
  });
}

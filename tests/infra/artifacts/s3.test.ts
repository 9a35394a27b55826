import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openArtifacts } from '../../../infra/artifacts/open-artifacts.ts';
import { createS3Client } from '../../../infra/artifacts/s3-client.ts';
import { createS3Store } from '../../../infra/artifacts/s3-store.ts';
import { ConfigurationError, loadConfig } from '../../../infra/config/config.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { answersThatAreNone, endingsOf } from '../../support/raw-answers.ts';
import { doubleKeys, openS3Double, type S3Double } from '../../support/s3-double.ts';

let double: S3Double;
const storeOf = (more: object = {}) => {
  const url = 's3://bucket/p';
  return createS3Store(
    createS3Client({ url, endpoint: double.endpoint, region: 'us-east-1', ...doubleKeys, ...more }),
    url,
  );
};
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test.before.each(async () => {
  double = await openS3Double('bucket');
});
test.after.each(() => double.close());

test('a busy store is retried; if it stays busy, the error is retryable', async () => {
  const { sha256 } = await storeOf().put(Buffer.from('abc'));
  double.failNext(503, 2);
  assert.is((await storeOf().get(sha256)).toString(), 'abc');
  double.failNext(503, 100);
  const error = await errorOf(storeOf().get(sha256));
  assert.instance(error, RetryableError);
  assert.match(String(error), /answers GET with 503: SlowDown/);
});

test('the errors for a wrong secret, a missing bucket and a closed port state the cause', async () => {
  const wrong = storeOf({ secretAccessKey: 'another' });
  assert.match(String(await errorOf(wrong.put(Buffer.from('x')))), /403/);
  assert.match(String(await errorOf(wrong.get('a'.repeat(64)))), /SignatureDoesNotMatch/);
  const elsewhere = createS3Client({
    url: 's3://other',
    endpoint: double.endpoint,
    region: 'us-east-1',
    ...doubleKeys,
  });
  assert.match(String(await errorOf(elsewhere.put('k', new Blob(['x'])))), /NoSuchBucket/);
  const store = storeOf();
  await double.close();
  const closed = await errorOf(store.get('a'.repeat(64)));
  assert.instance(closed, RetryableError);
  assert.match(String(closed), /does not answer/);
});

test('every request is over and retryable after a store that sends something else than an answer, or nothing', async () => {
  for (const { name, bytes } of answersThatAreNone) {
    const errors = await endingsOf(bytes, (endpoint) => {
      const address = { url: 's3://bucket/p', endpoint, region: 'us-east-1', ...doubleKeys, limitMs: 100 };
      const client = createS3Client(address);
      const store = createS3Store(client, address.url);
      const listed = async (): Promise<void> => {
        for await (const _ of client.list());
      };
      const asked = [client.put('k', new Blob(['x'])), store.get('a'.repeat(64)), listed()];
      return Promise.all(asked.map(errorOf));
    });
    for (const error of errors) assert.instance(error, RetryableError, `${name}: ${String(error)}`);
  }
});

test('an existing artifact is not sent again unless it is old', async () => {
  await storeOf().put(Buffer.from('abc'));
  const [[key, object] = ['', { bytes: Buffer.alloc(0), modified: new Date(0) }]] = double.objects;
  await storeOf().put(Buffer.from('abc'));
  assert.is(double.objects.get(key), object);
  const old = object.modified.getTime() - 24 * 3_600_000;
  double.objects.set(key, { ...object, modified: new Date(old) });
  await storeOf().put(Buffer.from('abc'));
  assert.ok((double.objects.get(key)?.modified.getTime() ?? 0) > old);
});

test('settings choose the store; a bucket without keys is refused', async () => {
  const settings = { ATTESTRY_ARTIFACTS_URL: 's3://bucket/p', ATTESTRY_S3_ENDPOINT: double.endpoint };
  assert.instance(await errorOf(openArtifacts(loadConfig(settings).config)), ConfigurationError);
  const { config } = loadConfig({
    ...settings,
    ATTESTRY_S3_ACCESS_KEY_ID: doubleKeys.accessKeyId,
    ATTESTRY_S3_SECRET_ACCESS_KEY: doubleKeys.secretAccessKey,
  });
  const { sha256 } = await (await openArtifacts(config)).put(Buffer.from('abc'));
  assert.equal([...double.objects.keys()], [`p/${sha256.slice(0, 2)}/${sha256}`]);
  for (const bad of ['s3://', 's3://Bucket', 's3://b/x y', 'gs://b', 'http://b']) {
    assert.throws(() => loadConfig({ ATTESTRY_ARTIFACTS_URL: bad }), /ATTESTRY_ARTIFACTS_URL/, bad);
  }
});

test.run();

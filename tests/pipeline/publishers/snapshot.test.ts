import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ArtifactStore, openArtifactStore } from '../../../infra/artifacts/store.ts';
import type { FetchRequest, FetchResult } from '../../../infra/fetch/fetch-types.ts';
import { createGuardedFetch } from '../../../infra/fetch/guarded-fetch.ts';
import type { Feed } from '../../../pipeline/ingest/feed.ts';
import { captureFromFiles, fetchSnapshot } from '../../../pipeline/publishers/snapshot.ts';
import type { FeedCapture } from '../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { feedOf } from '../ingest/harness.ts';

const test = suite<{ directory: string; artifacts: ArtifactStore }>('snapshot');
test.before.each(async (context) => {
  context.directory = await mkdtemp(join(tmpdir(), 'snapshot-'));
  context.artifacts = await openArtifactStore(context.directory);
});
test.after.each(async ({ directory }) => rm(directory, { recursive: true, force: true }));

const base = feedOf('ofac-addresses');
const feed: Feed = {
  ...base,
  manifest: {
    ...base.manifest,
    files: ['XBT', 'ETH'].map((ticker) => ({ name: `${ticker}.json`, url: `https://lists.example/${ticker}.json` })),
  },
};
const clock = () => 1_000;

const ok = (content: string, etag: string | null = null): FetchResult => ({
  kind: 'ok',
  outcome: 'ok',
  bytes: Buffer.from(content),
  url: 'https://lists.example/x',
  contentType: 'text/plain',
  etag,
  lastModified: null,
});

/** A fetch that answers by URL and records its requests. */
function answering(answers: Readonly<Record<string, FetchResult>>) {
  const asked: FetchRequest[] = [];
  const fetch = async (request: FetchRequest): Promise<FetchResult> => {
    asked.push(request);
    return answers[request.url.split('/').at(-1) ?? ''] ?? { kind: 'failed', outcome: 'gone', message: 'gone.' };
  };
  return { asked, fetch };
}

function captured(result: Awaited<ReturnType<typeof fetchSnapshot>>): FeedCapture {
  if (result.kind !== 'captured') throw new Error(result.message);
  return result.capture;
}

test('one failed file fails the snapshot: no row is read as removed', async ({ artifacts }) => {
  const { fetch } = answering({ 'XBT.json': ok('[]') });
  const result = await fetchSnapshot(feed, null, { fetch, artifacts, clock });
  assert.equal(result, { kind: 'failed', outcome: 'gone', message: 'ETH.json: gone.' });
});

test('all files are stored before the capture exists, sorted by name, with their validators', async ({ artifacts }) => {
  const { fetch, asked } = answering({ 'XBT.json': ok('["a"]', '"x1"'), 'ETH.json': ok('["b"]') });
  const capture = captured(await fetchSnapshot(feed, null, { fetch, artifacts, clock }));
  assert.equal(
    capture.artifacts.map(({ name, etag }) => [name, etag]),
    [
      ['ETH.json', null],
      ['XBT.json', '"x1"'],
    ],
  );
  for (const { sha256, bytes } of capture.artifacts) assert.is((await artifacts.get(sha256)).length, bytes);
  assert.equal(
    [capture.obtained, capture.force, capture.asOf, capture.feed],
    ['fetched', false, 1_000, 'ofac-addresses'],
  );
  assert.equal(
    asked.map(({ hosts, etag }) => [hosts, etag]),
    [
      [['lists.example'], null],
      [['lists.example'], null],
    ],
  );
  assert.ok(asked[0]?.contentTypes.includes('text/plain'));
});

test('redirects may lead to the hosts of the files and to those in the manifest', async ({ artifacts }) => {
  const elsewhere = { ...feed, manifest: { ...feed.manifest, redirectHosts: ['files.example', 'lists.example'] } };
  const { fetch, asked } = answering({ 'XBT.json': ok('["a"]'), 'ETH.json': ok('["b"]') });
  captured(await fetchSnapshot(elsewhere, null, { fetch, artifacts, clock }));
  assert.equal(
    asked.map(({ hosts }) => hosts),
    [
      ['lists.example', 'files.example'],
      ['lists.example', 'files.example'],
    ],
  );
});

test('unchanged files are taken from the last capture', async ({ artifacts }) => {
  const first = answering({ 'XBT.json': ok('["a"]', '"x1"'), 'ETH.json': ok('["b"]', '"e1"') });
  const previous = captured(await fetchSnapshot(feed, null, { fetch: first.fetch, artifacts, clock }));
  const second = answering({ 'XBT.json': { kind: 'not_modified' }, 'ETH.json': ok('["c"]', '"e2"') });
  const mixed = captured(await fetchSnapshot(feed, previous, { fetch: second.fetch, artifacts, clock: () => 2_000 }));
  assert.equal(
    second.asked.map(({ etag }) => etag),
    ['"x1"', '"e1"'],
  );
  assert.is(mixed.obtained, 'fetched');
  assert.equal(mixed.artifacts[1], previous.artifacts[1]);
  assert.is(mixed.artifacts[0]?.sha256, sha256Hex('["c"]'));
  const third = answering({ 'XBT.json': { kind: 'not_modified' }, 'ETH.json': { kind: 'not_modified' } });
  const same = captured(await fetchSnapshot(feed, mixed, { fetch: third.fetch, artifacts, clock: () => 3_000 }));
  assert.is(same.obtained, 'not_modified');
  assert.equal(same.artifacts, mixed.artifacts);
  assert.is.not(same.captureId, mixed.captureId, 'another as-of is another capture');
});

test('without the earlier bytes the request is unconditional', async ({ artifacts }) => {
  const { fetch } = answering({ 'XBT.json': ok('["a"]', '"x1"'), 'ETH.json': ok('["b"]', '"e1"') });
  const previous = captured(await fetchSnapshot(feed, null, { fetch, artifacts, clock }));
  const emptied = { ...artifacts, has: async () => false };
  const again = answering({ 'XBT.json': { kind: 'not_modified' } });
  const result = await fetchSnapshot(feed, previous, { fetch: again.fetch, artifacts: emptied, clock });
  assert.is(again.asked[0]?.etag, null);
  assert.is(result.kind, 'failed', 'a 304 without a conditional request');
});

test('files of the operator: the same files, as-of and feed are the same capture', async ({ artifacts }) => {
  const files = [
    { name: 'XBT.json', bytes: Buffer.from('["a"]') },
    { name: 'ETH.json', bytes: Buffer.from('["b"]') },
  ];
  const one = await captureFromFiles(feed, files, 5, true, { artifacts });
  const other = await captureFromFiles(feed, files.toReversed(), 5, false, { artifacts });
  assert.is(one.captureId, other.captureId);
  assert.match(one.captureId, /^[0-9a-f]{64}$/);
  assert.equal([one.obtained, one.force, one.asOf], ['imported', true, 5]);
  assert.is.not((await captureFromFiles(feed, files, 6, true, { artifacts })).captureId, one.captureId);
  assert.is.not((await captureFromFiles(feed, files.slice(1), 5, true, { artifacts })).captureId, one.captureId);
});

const wanted = async (): Promise<readonly string[]> => ['5493001KJTIIGC8Y1R12'];
const gleif = feedOf('gleif-lei');

test('a file that is reduced is stored piece by piece, and the capture names the requested LEIs', async ({
  artifacts,
}) => {
  const asked: FetchRequest[] = [];
  const fetch = async (request: FetchRequest): Promise<FetchResult> => {
    asked.push(request);
    const body = (async function* () {
      yield Buffer.from('abc');
    })();
    const kept = (await request.keep?.(body)) ?? { sha256: '', bytes: 0 };
    return { ...(ok('') as Extract<FetchResult, { kind: 'ok' }>), bytes: Buffer.alloc(0), kept };
  };
  const capture = captured(await fetchSnapshot(gleif, null, { fetch, artifacts, clock, wanted }));
  assert.equal(capture.wanted, await wanted());
  const [artifact] = capture.artifacts;
  assert.equal([artifact?.bytes, artifact?.sha256], [3, sha256Hex('abc')]);
  assert.is((await artifacts.get(sha256Hex('abc'))).toString(), 'abc');
  assert.is(asked[0]?.limits?.totalTimeoutMs, 3_600_000);
  const other = captured(await fetchSnapshot(gleif, capture, { fetch, artifacts, clock, wanted: async () => [] }));
  assert.is.not(other.captureId, capture.captureId, 'the requested LEIs are part of a capture');
  const small = captured(
    await fetchSnapshot(feed, null, {
      ...answering({ 'XBT.json': ok('["a"]'), 'ETH.json': ok('["b"]') }),
      artifacts,
      clock,
      wanted,
    }),
  );
  assert.equal(small.wanted, [], 'a file that is read in full has no requested LEIs');
});

test('a file of the operator may be read piece by piece', async ({ artifacts }) => {
  const open = async function* () {
    yield Buffer.from('a');
    yield Buffer.from('bc');
  };
  const one = await captureFromFiles(gleif, [{ name: 'lei.xml', open }], 5, false, { artifacts, wanted });
  const other = await captureFromFiles(gleif, [{ name: 'lei.xml', bytes: Buffer.from('abc') }], 5, false, {
    artifacts,
    wanted,
  });
  assert.equal(one, other);
  assert.equal(one.wanted, await wanted());
});

test('over HTTP: fetched once, then 304', async ({ artifacts }) => {
  const server = createServer((request, response) => {
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/json', etag: '"v1"' }).end('["a"]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mirror: Feed = {
    ...feed,
    manifest: { ...feed.manifest, files: [{ name: 'ETH.json', url: `http://${host}/ETH.json` }] },
  };
  const deps = { artifacts, clock, fetch: createGuardedFetch({ allow: [host], userAgent: 'attestry-test' }) };
  try {
    const first = captured(await fetchSnapshot(mirror, null, deps));
    const second = captured(await fetchSnapshot(mirror, first, deps));
    assert.equal([first.obtained, second.obtained], ['fetched', 'not_modified']);
    assert.equal(second.artifacts, first.artifacts);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a source with a list: its files are fetched once, fit their checksums, and are the next snapshot again', async ({
  artifacts,
}) => {
  const listing: Feed = {
    ...base,
    manifest: { ...base.manifest, files: [{ name: 'files.xml', url: 'https://lists.example/list' }] },
  };
  const chosen = (names: readonly string[], md5?: string): Feed => ({
    ...listing,
    manifest: {
      ...listing.manifest,
      choose: () => ({
        ok: true,
        files: names.map((name) => ({
          name,
          url: `https://lists.example/${name}`,
          ...(md5 === undefined ? {} : { md5 }),
        })),
      }),
    },
  });
  const { fetch, asked } = answering({ list: ok('<list/>'), 'a.zip': ok('a'), 'b.zip': ok('b') });
  const first = captured(await fetchSnapshot(chosen(['a.zip']), null, { fetch, artifacts, clock }));
  const second = captured(await fetchSnapshot(chosen(['a.zip', 'b.zip']), first, { fetch, artifacts, clock }));
  assert.equal(
    asked.map(({ url }) => url.split('/').at(-1)),
    ['list', 'a.zip', 'list', 'b.zip'],
  );
  assert.equal(
    second.artifacts.map(({ name }) => name),
    ['a.zip', 'b.zip'],
  );
  const third = captured(await fetchSnapshot(chosen(['a.zip', 'b.zip']), second, { fetch, artifacts, clock }));
  assert.is(third.obtained, 'not_modified');
  const refusing: Feed = {
    ...listing,
    manifest: { ...listing.manifest, choose: () => ({ ok: false, reason: 'has no day.' }) },
  };
  assert.equal(await fetchSnapshot(refusing, null, { fetch, artifacts, clock }), {
    kind: 'failed',
    outcome: 'wrong_type',
    message: 'files.xml has no day.',
  });
});

test('a file that does not fit the checksum of the list is not captured', async ({ artifacts }) => {
  const body = Buffer.from('cut');
  const server = createServer((request, response) => {
    const isList = request.url === '/list';
    response.writeHead(200, { 'Content-Type': isList ? 'text/xml' : 'application/zip' }).end(isList ? '<list/>' : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const reduced = feedOf('firds');
    const choose = (md5: string) => () =>
      ({ ok: true, files: [{ name: 'a.zip', url: `http://${host}/a.zip`, md5 }] }) as const;
    const withSum = (md5: string): Feed => ({
      ...reduced,
      manifest: { ...reduced.manifest, files: [{ name: 'l', url: `http://${host}/list` }], choose: choose(md5) },
    });
    const fetch = createGuardedFetch({ allow: [host], userAgent: 'test' });
    const right = createHash('md5').update(body).digest('hex');
    const wrong = await fetchSnapshot(withSum('0'.repeat(32)), null, { fetch, artifacts, clock });
    assert.is(wrong.kind, 'failed');
    assert.match(wrong.kind === 'failed' ? wrong.message : '', /^a\.zip: Its MD5 is \w{32}; the source states 0{32}\./);
    assert.not(await artifacts.has(sha256Hex(body)));
    assert.is(captured(await fetchSnapshot(withSum(right), null, { fetch, artifacts, clock })).artifacts.length, 1);
  } finally {
    server.close();
  }
});

test.run();

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createVersionTracker, type VersionTracker } from '../../../../api/readmodel/memory/versions.ts';
import { keepBody } from '../../../../api/route/known/kept-body.ts';
import { createKnownAnswers, type KnownAnswer, type KnownAnswers } from '../../../../api/route/known/known-answers.ts';
import { silent } from '../../../cli/harness.ts';

function world(): { readonly versions: VersionTracker; readonly known: KnownAnswers } {
  const tables = { query: async () => [] };
  const versions = createVersionTracker({ tables, logger: silent, clock: () => 0, hasAllWrites: true });
  const known = createKnownAnswers({
    versions,
    registry: { version: () => 0, current: () => true },
    snapshots: { assetIds: async () => ['a'] },
    clock: () => 0,
  });
  return { versions, known };
}

const hasBody = (one: KnownAnswer | null): boolean => one !== null && one.body !== null;
const body = () => keepBody(Buffer.from('{"items":[]}'), undefined);
const list = { tenantId: 't', url: '/me/watchlist', restsOn: 'account' } as const;
const answer = () => ({ tag: '"t"', headers: {}, body: body() });

test('a change of a tenant, such as its erasure, drops the bodies of its answers at once, and no others', async () => {
  const { versions, known } = world();
  const others = { ...list, tenantId: 'u' };
  const assets = { tenantId: 't', url: '/assets', restsOn: 'registry' } as const;
  for (const key of [list, others, assets]) await known.keep(key)(answer(), 10);
  const answers = [list, others, assets].map(known.find);
  assert.equal(answers.map(hasBody), [true, true, true]);
  versions.tenantsChanged(['t']);
  assert.equal(answers.map(hasBody), [false, true, true]);
  assert.is(known.find(list), null);
});

test('the body of an answer that is outdated on arrival is not retained', async () => {
  for (const change of ['tenant', 'asset']) {
    const { versions, known } = world();
    const keep = known.keep(list);
    if (change === 'tenant') versions.tenantsChanged(['t']);
    else versions.changesInserted(['a']);
    await keep(answer(), 10);
    assert.is(known.find(list), null, change);
  }
});

test('a body is sent with the end that its time gives it, and compressed once', async () => {
  let now = 1;
  const text = `{"items":[${'"x",'.repeat(500)}"x"],"since":1}`;
  const moving = { length: 11, text: () => `,"since":${now}}` };
  const kept = keepBody(Buffer.from(text), moving);
  assert.is(kept.packed(), null);
  assert.is(Buffer.concat(kept.plain()).toString('utf8'), text);
  let grown = 0;
  kept.onPacked((bytes) => {
    grown += bytes;
  });
  const before = kept.size();
  const { encoded } = kept.answer();
  await Promise.all([encoded?.('br'), encoded?.('br')]);
  assert.ok(grown > 0 && grown < 100, `${grown} bytes`);
  assert.is(kept.size(), before + grown);
  now = 23;
  for (const coding of ['br', 'gzip'] as const) {
    const bytes = (await encoded?.(coding)) ?? Buffer.alloc(0);
    const decoded = coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
    assert.is(decoded.toString('utf8'), text.replace(':1}', ':23}'), coding);
  }
  assert.is(brotliDecompressSync(Buffer.concat(kept.packed() ?? [])).toString('utf8'), text.replace(':1}', ':23}'));
});

test.run();

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getB } from '../support/service.ts';
import { sharedDemo } from '../support/shared-demo.ts';

const demo = sharedDemo();
const { sandbox, service } = demo;

interface FeedItem {
  readonly id: string;
  readonly category: string;
  readonly direction: string;
  readonly confirmed: boolean;
  readonly disposition: string;
  readonly detectedAt: string;
  readonly before?: string;
  readonly after?: string;
  readonly sourceHash?: string;
  readonly explanation: { readonly headline: string; readonly whatDetail: string; readonly whyItMatters: string };
  readonly impactAssessment: {
    readonly inputFingerprint: string;
    readonly evidence: { readonly new: { readonly artifactId: string | null } };
  };
}

const get = async <T>(path: string): Promise<T> => getB<T>(service(), path, service().demoKey ?? '');

test.before(demo.start);
test.after(demo.end);

test('the demo feed shows real register changes with the reason and the evidence', async () => {
  const { items } = await get<{ readonly items: readonly FeedItem[] }>('/me/monitoring/changes?days=365');
  const usdc = items.filter((item) => item.category === 'register' && (item.after ?? '').includes('T9F5C3ZCC'));
  assert.ok(usdc.length >= 4, 'every USDC deployment sees the identifiers its issuer added');
  for (const item of usdc) {
    assert.is(item.detectedAt, '2026-08-21T00:00:00.000Z');
    assert.is(item.sourceHash, 'sha256:bbeda55dbb1e09a0e4b3b32336baa2b5b5be64f9db20a935dcdd9637b4085ffa');
    assert.is(
      item.impactAssessment.evidence.new.artifactId,
      'bbeda55dbb1e09a0e4b3b32336baa2b5b5be64f9db20a935dcdd9637b4085ffa',
    );
    assert.match(item.explanation.whatDetail, /T9F5C3ZCC/);
    assert.ok(item.explanation.whyItMatters.length > 20);
  }
});

test('B-54 sort=impact orders weakens, mixed, strengthens, neutral, unassessed, then newest', async () => {
  const { items } = await get<{ readonly items: readonly FeedItem[] }>('/me/monitoring/changes?days=365&sort=impact');
  const rank = ['weakens', 'mixed', 'strengthens', 'neutral', 'unassessed'];
  const order = items.map((item) => [rank.indexOf(item.direction), -Date.parse(item.detectedAt)] as const);
  const sorted = [...order].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  assert.equal(order, sorted);
  assert.is(items[0]?.direction, 'weakens');
});

test('the listed treasury wallet of the demo token is a confirmed sanctions match', async () => {
  const { items } = await get<{ readonly items: readonly FeedItem[] }>(
    '/me/monitoring/changes?days=365&category=sanctions',
  );
  assert.equal(
    items.map(({ confirmed, disposition }) => [confirmed, disposition]),
    [
      [false, 'held'],
      [true, 'shown'],
    ],
    'newest first: the namesake on the UN list is a draft',
  );
  assert.match(JSON.stringify(items[0]), /SABALAN COMPANY/);
  assert.match(items[1]?.explanation.whatDetail ?? '', /Listed since 3 September 2022/);
});

test('the end of a KYI verification reaches feed, asset lookup and token lookup (B-36)', async () => {
  const { items } = await get<{ readonly items: readonly FeedItem[] }>(
    '/me/monitoring/changes?days=365&category=register&sort=impact',
  );
  const ended = items.filter(({ explanation }) => explanation.headline === 'The KYI verification of the issuer ended');
  assert.is(ended.length, 1);
  assert.is(ended[0]?.direction, 'weakens');
});

test('interface A answers the lines of the banner', async () => {
  const headers = { authorization: service().demoKey ?? '' };
  const assets = await fetch(`${service().httpUrl}/assets`, { headers });
  assert.is(assets.status, 200);
  const token = await fetch(`${service().httpUrl}/kyi/v1/tokens?address=0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48`, {
    headers,
  });
  assert.is(token.status, 200);
  assert.is(((await token.json()) as { readonly kyi_verified: boolean }).kyi_verified, true);
});

test('every change of the demo can be explained down to the bytes', async () => {
  const { items } = await get<{ readonly items: readonly FeedItem[] }>('/me/monitoring/changes?days=365');
  for (const { id } of items.slice(0, 3)) {
    const explained = await sandbox.json<{ readonly ok: boolean; readonly observations: readonly unknown[] }>(
      'explain',
      id,
    );
    assert.is(explained.ok, true, id);
    assert.ok(explained.observations.length > 0);
  }
});

test('a change is exported to a file while the service runs, and the file checks without any data directory', async () => {
  const { items } = await get<{ readonly items: readonly FeedItem[] }>('/me/monitoring/changes?days=365');
  const item = items.find(({ sourceHash }) => sourceHash !== undefined);
  const file = join(sandbox.directory, 'change.json');
  const nowhere = { ATTESTRY_DATA_DIR: join(sandbox.directory, 'nowhere') };
  assert.is((await sandbox.cli('explain', item?.id ?? '', '--bundle', file)).code, 0);
  const { code, stdout } = await sandbox.cliWith(nowhere, 'explain', '--check', file);
  assert.is(code, 0);
  assert.not.match(stdout, /BROKEN/);
  assert.match(stdout, /bytes {7}[0-9a-f]{64} {2}\[ok\]/);
  assert.is(existsSync(nowhere.ATTESTRY_DATA_DIR), false);
});

test('C-01 sql, export changes and changes list read the same changes', async () => {
  const listed = await sandbox.lines<{ readonly id: string }>('changes', 'list');
  const ids = listed.map(({ id }) => id).sort();
  assert.ok(ids.length > 0);
  const inSql = await sandbox.lines<{ readonly id: string }>('sql', 'SELECT id FROM attestry.changes ORDER BY id');
  assert.equal(
    inSql.map(({ id }) => id),
    ids,
  );
  const exported = await sandbox.cli('export', 'changes', '--format', 'csv');
  assert.match(exported.stdout, /^"id","revision",/);
  for (const id of ids) assert.ok(exported.stdout.includes(`"${id}"`), id);
  const file = join(sandbox.directory, 'changes.parquet');
  await sandbox.json('export', 'changes', '--format', 'parquet', '--out', file);
  assert.is(readFileSync(file).subarray(0, 4).toString('latin1'), 'PAR1');
  const again = await sandbox.cli('export', 'changes', '--format', 'parquet', '--out', file);
  assert.is(again.code, 2);
  assert.match(again.stderr, /changes\.parquet exists; name a new file/);
  assert.is((await sandbox.cli('sql', 'DROP TABLE attestry.store_changes')).code, 1);
});

test('B-72 verify finds nothing lost, duplicate or differing; a refold gives the bytes that the API serves', async () => {
  await sandbox.idle();
  interface RecordedChange {
    readonly value: { readonly id: string; readonly assessment: { readonly inputFingerprint: string } } | null;
  }
  const recorded = new Map(
    (await sandbox.lines<RecordedChange>('topics', 'tail', 'changes')).flatMap(({ value }) =>
      value === null ? [] : [[value.id, value.assessment.inputFingerprint] as const],
    ),
  );
  const { items } = await get<{ readonly items: readonly FeedItem[] }>('/me/monitoring/changes?days=365');
  for (const { id, impactAssessment } of items) assert.is(impactAssessment.inputFingerprint, recorded.get(id), id);
  const report = await sandbox.json<{ readonly lost: number; readonly duplicate: number; readonly differing: number }>(
    'verify',
  );
  assert.equal([report.lost, report.duplicate, report.differing], [0, 0, 0]);
  const replay = await sandbox.lines<{ readonly compared: number; readonly differing: number }>(
    'replay',
    'detect',
    '--compare',
  );
  assert.ok((replay.at(-1)?.compared ?? 0) > 0);
  assert.is(replay.at(-1)?.differing, 0);
});

const demoKeyRefused =
  /0\.0\.0\.0 serves others, and the keys \w{8} and \w{8} of attestry up --demo are valid.*keys revoke \w{8}/;

test('the keys of the demo are marked on the log, and no API beside it serves others', async () => {
  const events = await sandbox.json<readonly { readonly actor: string; readonly event: string }[]>('keys', 'events');
  // Other files that share the demo make keys of the operator.
  const actors = events.filter(({ event }) => event === 'created').map(({ actor }) => actor);
  assert.is(actors.filter((actor) => actor === 'attestry up --demo').length, 2, 'of a reader and of the operator');
  const { code, stderr } = await sandbox.cliWith({ ATTESTRY_HTTP_HOST: '0.0.0.0' }, 'serve', '--json');
  assert.is(code, 78, stderr);
  assert.match(stderr, demoKeyRefused);
});

test.run();

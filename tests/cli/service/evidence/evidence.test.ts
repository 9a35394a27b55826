/** The evidence of the pages is computed from the tables, and equals that of the log. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { computeEvidence } from '../../../../cli/service/evidence/compute.ts';
import { createEvidence, type EvidenceOptions } from '../../../../cli/service/evidence/evidence.ts';
import { readStoredEvidence } from '../../../../cli/service/evidence/stored-evidence.ts';
import { createFindArtifact } from '../../../../cli/verify/evidence/artifacts.ts';
import { makeBundle } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { version } from '../../../../cli/program/version.ts';
import { createDeferred } from '../../../../infra/async/async.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import { changesIn, declared, declaredParty, fold } from '../../../pipeline/changes/builders.ts';
import { reviewObservation } from '../../../../pipeline/changes/reviews.ts';
import { listCapture, listedMatch, listFile, listSha256 } from '../../../support/screened-list.ts';
import { openTablesFixture, type TablesFixture } from '../../../support/tables-fixture.ts';

const artifacts = {
  has: async (hash: string) => hash === listSha256,
  read: async <T>(hash: string, use: (open: () => AsyncIterable<Buffer>) => Promise<T>): Promise<T> => {
    if (hash !== listSha256) throw new RetryableError('missing');
    return use(async function* () {
      yield listFile;
    });
  },
};
const nothing: typeof artifacts = { ...artifacts, has: async () => false };

let fixture: TablesFixture;
let observations: readonly Observation[];
let changes: readonly Change[];
let newest: Change;

test.before(async () => {
  fixture = await openTablesFixture();
  const declarations = [declared(1), declaredParty(2, { name: 'Circle', legalName: 'Circle', country: 'CU' })];
  const found = listedMatch(declarations, 10);
  const { outputs } = fold();
  const first = [...declarations, found];
  const [candidate] = changesIn(outputs(...first));
  if (candidate === undefined) throw new Error('there is no candidate');
  const review = reviewObservation(candidate, {
    verdict: 'confirmed',
    by: 'operator',
    why: 'Checked.',
    at: candidate.revisedAt + 1_000,
  });
  observations = [...first, review];
  changes = [candidate, ...changesIn(outputs(review))];
  newest = changes.at(-1) ?? candidate;
  await fixture.project('observations', observations, { timestamp: ({ observedAt }) => observedAt });
  await fixture.project('feed.captures', [listCapture(10)]);
  await fixture.project('changes', changes, { timestamp: ({ revisedAt }) => revisedAt });
});
test.after(() => fixture.close());

const wanted = (keyId = 'key') => {
  const { id, revision, assetId, detectedAt } = newest;
  return { keyId, id, revision, assetId, detectedAt };
};
const open = (options: Partial<EvidenceOptions> = {}, store = artifacts) =>
  createEvidence({
    tables: fixture.reader,
    clock: () => 7,
    mayLackBytes: false,
    compute: (job) => computeEvidence(structuredClone(job), store),
    ...options,
  });

test('evidence that is asked for before its rows are inserted waits for them, and not for ever', async () => {
  let missing = 3;
  const slept: number[] = [];
  const reader: EvidenceOptions['tables'] = {
    query: async (sql, parameters) =>
      sql.includes('store_changes_history') && missing-- > 0 ? [] : fixture.reader.query(sql, parameters),
  };
  const options = { tables: reader, sleep: async (ms: number) => void slept.push(ms) };
  const compute: EvidenceOptions['compute'] = async () => ({ kind: 'made', text: 'bytes' });
  const result = await open({ ...options, compute }).bundle(wanted());
  assert.is(result.kind, 'made');
  assert.equal(slept, [100, 100, 100]);
  missing = Number.POSITIVE_INFINITY;
  const refused = await open({ ...options, compute })
    .bundle(wanted())
    .catch((error: unknown) => error);
  assert.instance(refused, RetryableError);
  assert.is(slept.length, 3 + 20);
});

test('rows that are not inserted are not asked for again after a stop', async () => {
  const asked: string[] = [];
  const reader: EvidenceOptions['tables'] = {
    query: async (sql) => {
      asked.push(sql);
      return [];
    },
  };
  const waiting = createDeferred();
  const stopped = createDeferred();
  const evidence = open({
    tables: reader,
    sleep: async () => {
      waiting.resolve();
      await stopped.promise;
    },
  });
  const refused = evidence.bundle(wanted()).catch((error: unknown) => error);
  await waiting.promise;
  await evidence.stop();
  stopped.resolve();
  assert.instance(await refused, RetryableError);
  await new Promise(setImmediate);
  assert.is(asked.length, 1);
});

test('without the revision that is asked for, no observation is read', async () => {
  const asked: string[] = [];
  const reader: EvidenceOptions['tables'] = {
    query: (sql, parameters) => {
      asked.push(sql);
      return fixture.reader.query(sql, parameters);
    },
  };
  assert.is(await readStoredEvidence(reader, { ...wanted(), revision: newest.revision + 1 }), null);
  assert.is(asked.length, 1);
});

test('U-23 the tables give the records of the log, and their bundle has the digest of the command line', async () => {
  const stored = await readStoredEvidence(fixture.reader, wanted());
  const placed = observations.map((observation, offset) => ({
    partition: 0,
    offset,
    timestamp: observation.observedAt,
    observation,
  }));
  const files = [{ name: 'sdn.csv', sha256: listSha256 }];
  const ofLog = { changes, observations: placed, snapshots: [{ feed: 'ofac-sdn', asOf: 10, files }] };
  assert.equal(stored, ofLog);
  const made = await open().bundle(wanted());
  if (made.kind !== 'made') throw new Error('no bundle was made');
  const bundling = { rules: publishedRules, madeBy: `attestry ${version().version}` };
  const { digest } = await makeBundle(ofLog, { ...bundling, findArtifact: createFindArtifact(artifacts) });
  const checked = await checkBundle(readBundle('page', made.bytes.toString()), publishedRules);
  assert.equal([checked.ok, checked.bundle.digest], [true, digest]);
});

test('PG-2 whether anybody gets a file is known without a fold, and never promised where the fold refuses it', async () => {
  const { assetId, revisedAt } = newest;
  const of = (at: number) => open().isPublic({ assetId, revisedAt: at, withSanctions: true });
  assert.is(await of(revisedAt), false, 'a candidate and its review');
  const made = await open().bundle({ ...wanted(), forPublic: { withSanctions: true } });
  assert.is(made.kind, 'not_public');
  assert.is(await of(2), true, 'the declaration came before them');
  assert.is(await of(3), false, 'no observation of that time is in the tables');
});

test('U-23 an explanation states what was computed again and when, and a revision is computed once', async () => {
  let computed = 0;
  const evidence = open({
    compute: (job) => {
      computed += 1;
      return computeEvidence(job, artifacts);
    },
  });
  for (let i = 0; i < 2; i += 1) {
    const answer = await evidence.explain(wanted());
    if (answer.kind !== 'explained') throw new Error('it was not explained');
    assert.equal([answer.ok, answer.at, answer.revisions, answer.folded], [true, 7, 2, 4]);
    assert.equal(
      answer.steps.flatMap(({ bytes }) => bytes ?? []),
      Array.from({ length: 2 }, () => ({ sha256: listSha256, size: listFile.length, state: 'verified', reason: null })),
    );
    assert.ok(answer.checks.every(({ ok }) => ok));
  }
  assert.is(computed, 1);
});

test('where only the API runs, absent bytes are stated and not checked, and no bundle is made; elsewhere the chain is broken', async () => {
  const serving = open({ mayLackBytes: true }, nothing);
  const answer = await serving.explain(wanted());
  if (answer.kind !== 'explained') throw new Error('it was not explained');
  assert.is(answer.ok, true);
  assert.match(answer.steps.flatMap(({ bytes }) => bytes?.reason ?? [])[0] ?? '', /^stated, not checked/);
  assert.equal(await serving.bundle(wanted()), { kind: 'not_at_hand' });
  const lost = await open({}, { ...nothing, read: async () => Promise.reject(new RetryableError('missing')) }).explain(
    wanted(),
  );
  assert.is(lost.kind === 'explained' && lost.ok, false);
});

test('a token with more observations than a page folds is counted, not read', async () => {
  assert.is(await readStoredEvidence(fixture.reader, wanted(), 3), 4);
  assert.is(await readStoredEvidence(fixture.reader, { ...wanted(), id: 'none' }), null);
});

test('a key has one computation at a time, two run at once, and a stop ends them and those that wait', async () => {
  let running = 0;
  const both = createDeferred();
  const evidence = open({
    compute: async (_job, signal) => {
      running += 1;
      if (running === 2) both.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new RetryableError('too long')), { once: true });
      });
    },
    longestMs: 600_000,
  });
  const all = Promise.allSettled(['a', 'b', 'c'].map((key) => evidence.explain(wanted(key))));
  const again = await evidence.explain(wanted('a')).catch((error: unknown) => error);
  assert.match(String(again), /is running for this reader/);
  await both.promise;
  assert.is(running, 2);
  await evidence.stop();
  assert.equal(
    (await all).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.is(running, 2);
});

test.run();

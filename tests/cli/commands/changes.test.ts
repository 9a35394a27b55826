import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { newestValues, readTopic } from '../../../cli/log/read-topic.ts';
import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import type { RunningProcessor } from '../../../pipeline/runtime/role.ts';
import { runFold } from '../../../pipeline/runtime/run-fold.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { declared, declaredParty, issuerId, match } from '../../pipeline/changes/builders.ts';
import { reached } from '../../support/reached.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';
import { attestry, openWorkplace, silent, startAttestry, type Workplace } from '../harness.ts';

interface Place extends Workplace {
  readonly running: RunningProcessor;
  /** Held candidates of two entries, and a match. */
  readonly candidates: readonly Change[];
  readonly exact: Change;
}

const test = suite<Place>('attestry changes');

const party = { key: `party:${issuerId}`, kind: 'party', display: 'Circle', roles: ['issuer'], partyName: 'Circle' };
const issuer = declaredParty(2);
const issuerSince = issuer.id;
const none = (): Promise<never> => Promise.reject(new Error('there are no artifacts'));

const startDetect = ({ engine: { log, codec, openStore } }: Workplace): Promise<RunningProcessor> =>
  runFold(
    {
      log,
      codec,
      openStore,
      logger: silent,
      clock: () => 1_000,
      random: Math.random,
      onHealth: () => undefined,
      artifact: none,
      reduceArtifact: none,
    },
    detectProcessor,
  );

test.before.each(async (place) => {
  const workplace = await openWorkplace();
  const { engine, config } = workplace;
  process.env['ATTESTRY_DATA_DIR'] = config.dataDir;
  const contract = declared(1);
  const named = (entryId: string) =>
    match(10, {
      level: 'L2',
      entryId,
      entryName: 'CIRCLE',
      listedAs: ['NAME CIRCLE'],
      subject: party,
      byName: { ours: 'Circle', particular: { kind: 'country', value: 'FR' } },
      sinceObservationId: issuerSince,
    });
  const observations = [contract, issuer, named('1'), named('2'), match(11, { sinceObservationId: contract.id })];
  await appendValues(
    engine,
    'observations',
    observations.map((value) => ({ value, timestamp: value.observedAt })),
  );
  const running = await startDetect(workplace);
  const changes: Change[] = [];
  await reached('three changes', async () => {
    changes.length = 0;
    for await (const { value } of readTopic(engine, 'changes')) if (value !== null) changes.push(value);
    return changes.length >= 3;
  });
  Object.assign(place, {
    ...workplace,
    running,
    candidates: changes.filter(({ confirmed }) => !confirmed),
    exact: changes.find(({ confirmed }) => confirmed),
  });
});
test.after.each(async ({ running, close }) => {
  await running.stop();
  await close();
});

const why = ['--by', 'A. Analyst', '--why', 'Same address.'] as const;

test('list --open: both candidates with both sides, and the reviewed one is gone', async ({ candidates }) => {
  const { code, stdout, stderr } = await attestry('changes', 'list', '--open', '--json');
  assert.equal([code, stderr], [0, '']);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  assert.equal(
    rows.map(({ id, level, category }) => [id, level, category]),
    [...candidates].sort((a, b) => (a.subjectKey < b.subjectKey ? -1 : 1)).map(({ id }) => [id, 'L2', 'sanctions']),
  );
  assert.match(String(rows[0]?.['detail']), /names CIRCLE; the issuer Circle is declared as Circle/);
  const [first] = candidates;
  await attestry('changes', 'dismiss', first?.id ?? '', '--by', 'A', '--why', 'Another company.');
  const text = await attestry('changes', 'list', '--open', '--sort', 'age');
  assert.not.match(text.stdout, new RegExp(first?.id ?? 'none'));
  assert.match(text.stdout, /^L2 {2}high {2}unassessed {2}sanctions:\w+ {2}since 1970-01-01T00:00:00\.010Z\n/);
});

test('C-01 list: every change in a line, of one asset by its symbol, and only known orders and symbols', async ({
  candidates,
  exact,
}) => {
  const all = await attestry('changes', 'list', '--json');
  assert.equal(idsIn(all.stdout), [...candidates, exact].map(({ id }) => id).sort());
  const lines = (await attestry('changes', 'list')).stdout.trimEnd().split('\n');
  assert.is(lines.length, 3);
  for (const line of lines)
    assert.match(
      line,
      /^(?:weakens|unassessed|neutral|mixed) +1970-01-01T00:00Z  (?:severe|high  ) {2}sanctions:\w+  .+: .+/,
    );
  const ranked = (await attestry('changes', 'list', '--sort', 'severity')).stdout.trimEnd().split('\n');
  assert.equal(
    ranked.map((one) => /  (severe|high) /.exec(one)?.[1]),
    ['severe', 'high', 'high'],
  );
  assert.is(lines.filter((line) => line.endsWith('(not confirmed)')).length, 2);
  const unknown = await attestry('changes', 'list', '--asset', 'NOPE');
  assert.is(unknown.code, 2);
  assert.match(unknown.stderr, /no asset has the symbol or the id "NOPE"/);
  const { code, stderr } = await attestry('changes', 'list', '--open', '--sort', 'name');
  assert.is(code, 2);
  assert.match(stderr, /--sort takes level, age, direction, severity, not "name"/);
});

const idsIn = (stdout: string): readonly string[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id)
    .sort();

test('C-01 list --follow: what is on the log once, then each change and revision as it is appended, of one asset alone', async (place) => {
  const { engine, candidates, exact } = place;
  const asset = sampleRegistryAsset({ assetId: exact.assetId, symbol: 'USDC' });
  const other = { ...asset, assetId: '0b7c6a3e-0000-4000-8000-000000000001', symbol: 'EURC' };
  const declared_ = [asset, other].map((value) => ({ value, timestamp: 1 }));
  await appendValues(engine, 'registry.assets', declared_);
  const following = startAttestry('changes', 'list', '--follow', '--asset', 'usdc', '--json');
  const shown = (): readonly string[] =>
    following
      .stdout()
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Change]))
      .map(({ id, revision }) => `${id} ${revision}`);
  await reached('the follower has read the log', () => shown().length === 3);
  assert.equal([...shown()].sort(), [...candidates, exact].map(({ id, revision }) => `${id} ${revision}`).sort());
  const revised = { ...exact, revision: exact.revision + 1 };
  const appended = [{ ...exact, id: 'register:elsewhere', assetId: other.assetId }, exact, revised];
  await appendValues(
    engine,
    'changes',
    appended.map((value) => ({ value, timestamp: value.revisedAt })),
  );
  await reached('the follower has read on', () => shown().length > 3);
  process.emit('SIGINT');
  const { code, stderr } = await following.done;
  assert.equal([code, stderr, shown().slice(3)], [0, '', [`${exact.id} ${revised.revision}`]]);
});

test('C-01 topics tail: time, key and headline a line, only what --grep names, and whole with --json', async ({
  exact,
}) => {
  const { stdout } = await attestry('topics', 'tail', 'changes', '--grep', exact.subjectKey.toUpperCase());
  assert.is(stdout.trimEnd().split('\n').length >= 1, true);
  assert.match(stdout, new RegExp(`^1970-01-01T00:00:00\\.\\d{3}Z  ${exact.assetId}  \\w+: .+\n`));
  assert.is((await attestry('topics', 'tail', 'changes', '--grep', 'no such text')).stdout, '');
  const whole = await attestry('topics', 'tail', 'changes', '--grep', exact.id, '--max', '1', '--json');
  assert.is((JSON.parse(whole.stdout) as { readonly value: Change }).value.id, exact.id);
});

test('C-01 topics tail --raw: key and value as a broker sends them, which the schema of their id reads', async ({
  exact,
  engine,
}) => {
  const { stdout } = await attestry('topics', 'tail', 'changes', '--raw', '--max', '1');
  const raw = JSON.parse(stdout) as {
    readonly keyBase64: string;
    readonly valueBase64: string;
    readonly schemaId: number;
  };
  assert.is(Buffer.from(raw.keyBase64, 'base64').toString('utf8'), exact.assetId);
  const bytes = Buffer.from(raw.valueBase64, 'base64');
  assert.is(bytes.readInt32BE(1), raw.schemaId);
  await engine.codec.prepare([bytes]);
  assert.is(engine.codec.decode('changes', bytes).assetId, exact.assetId);
});

test('confirm creates the next revision and reports it; a confirmed change is not reviewed again', async ({
  candidates,
  engine,
}) => {
  const id = candidates[0]?.id ?? '';
  const { code, stdout, stderr } = await attestry('changes', 'confirm', id, ...why, '--json');
  assert.is(code, 0, stderr);
  const { reviewedAt, ...printed } = JSON.parse(stdout) as { readonly reviewedAt: string };
  assert.equal(printed, { id, revision: 1, verdict: 'confirmed', confirmed: true, disposition: 'shown' });
  assert.is(new Date(reviewedAt).toISOString(), reviewedAt);
  const revisions: Change[] = [];
  for await (const { value } of readTopic(engine, 'changes')) if (value?.id === id) revisions.push(value);
  assert.equal(
    revisions.map(({ revision, notableAt }) => [revision, notableAt === null]),
    [
      [0, true],
      [1, false],
    ],
  );
  for (const verdict of ['confirm', 'dismiss']) {
    const again = await attestry('changes', verdict, id, ...why);
    assert.equal([again.code, again.stdout], [2, '']);
    assert.match(again.stderr, /is confirmed already/);
  }
});

test('dismiss withdraws; the other candidate of the party stays', async ({ candidates, engine }) => {
  const [first, second] = candidates;
  const { code, stdout } = await attestry('changes', 'dismiss', first?.id ?? '', ...why);
  assert.is(code, 0);
  assert.match(stdout, /^Withdrawn: the entry of OFAC's list .* is not the issuer Circle, as a review established\n$/);
  assert.match((await attestry('changes', 'confirm', first?.id ?? '', ...why)).stderr, /is withdrawn already/);
  const newest = new Map<string, Change>();
  for await (const { value } of readTopic(engine, 'changes')) if (value !== null) newest.set(value.id, value);
  assert.is(newest.get(second?.id ?? '')?.disposition, 'held');
});

test('reopen takes a review back: a dismissed candidate is open again, a confirmed one is a new candidate', async ({
  candidates,
}) => {
  const [first, second] = candidates.map(({ id }) => id);
  for (const [verdict, id = ''] of [
    ['dismiss', first],
    ['confirm', second],
  ] as const) {
    assert.match((await attestry('changes', 'reopen', id, ...why)).stderr, /is open: there is no review to take back/);
    await attestry('changes', verdict, id, ...why);
    const { code, stdout, stderr } = await attestry('changes', 'reopen', id, ...why, '--json');
    assert.is(code, 0, stderr);
    const { id: opened, ...printed } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    assert.is(opened === id, verdict === 'dismiss');
    assert.equal([printed['verdict'], printed['confirmed'], printed['disposition']], ['reopened', false, 'held']);
    const list = await attestry('changes', 'list', '--open', '--json');
    assert.ok(idsIn(list.stdout).includes(String(opened)));
    const decided = await attestry('changes', 'dismiss', String(opened), ...why);
    assert.is(decided.code, 0, decided.stderr);
  }
  const late = await attestry('changes', 'reopen', second ?? '', ...why);
  assert.equal([late.code, late.stdout], [1, ''], 'its review is not in force any more');
  assert.match(late.stderr, /the review changed nothing/);
});

test('exit 2: unknown ids, changes that are no candidates, and reviews without author or reason', async ({
  candidates,
  exact,
  engine,
}) => {
  const id = candidates[0]?.id ?? '';
  const before = (await newestValues(engine, 'observations')).size;
  for (const [line, sentence] of [
    [['confirm', 'sanctions:nope', ...why], /no change "sanctions:nope"/],
    [['confirm', exact.id, ...why], /is confirmed already/],
    [['confirm', id, '--by', 'A'], /required option '--why <text>' not specified/],
    [['dismiss', id, '--why', 'b'], /required option '--by <name>' not specified/],
    [['dismiss', id, '--by', ' ', '--why', 'b'], /--by takes a text of 1 to 100 characters/],
    [['dismiss', id, '--by', 'a', '--why', 'x'.repeat(2_001)], /--why takes a text of 1 to 2000 characters/],
    [['confirm', ...why], /missing required argument 'changeId'/],
  ] as const) {
    const { code, stdout, stderr } = await attestry('changes', ...line);
    assert.equal([code, stdout], [2, ''], line.join(' '));
    assert.match(stderr, sentence);
  }
  assert.is((await newestValues(engine, 'observations')).size, before, 'nothing was appended');
});

test('a review that comes too late reports it and exits 1', async (place) => {
  const { candidates, engine, running } = place;
  const [candidate] = candidates;
  assert.ok(candidate);
  await running.stop();
  // The entry left the list while the operator was reading: that is on the log but not folded yet.
  const gone = match(20, {
    status: 'cleared',
    level: 'L2',
    entryId: candidate.subjectKey.split(':')[1] ?? '',
    subject: party,
    sinceObservationId: issuerSince,
  });
  await appendValues(engine, 'observations', [{ value: gone, timestamp: 20 }]);
  const recordsOnLog = async (): Promise<number> =>
    (await engine.log.ranges('observations')).reduce((sum, { end }) => sum + end, 0);
  const before = await recordsOnLog();
  const reviewing = attestry('changes', 'confirm', candidate.id, ...why);
  await reached('the review on the log', async () => (await recordsOnLog()) > before);
  const again = await startDetect(place);
  const { code, stderr } = await reviewing;
  await again.stop();
  assert.is(code, 1);
  assert.match(stderr, /was decided otherwise in the meantime and the review changed nothing/);
});

test.run();

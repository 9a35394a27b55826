import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Cassette } from '../../../../pipeline/chain/cassette.ts';
import type { ReadingHeader, UnansweredHeader } from '../../../../pipeline/chain/cassette-header.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { openTestChain } from '../../../support/chain/contracts.ts';
import { readAssets } from '../../../support/chain/read-state.ts';
import { bytesOf, openCaptureLog, textOf } from './capture-log.ts';
import { shownFact } from './harness.ts';

type Reading = Cassette<ReadingHeader>;
const test = suite<{ readings: readonly Reading[] }>('ingest of a chain');

const asOf = ({ header }: Reading): number => header.block.timestamp * 1000;

test.before(async (context) => {
  // Readings at one time would be ordered by their ids alone.
  const chain = await openTestChain();
  const [a = '', b = ''] = chain.keys;
  const safe = await chain.safe([a, b], 2);
  const token = await chain.deploy('OwnedToken', a);
  const read = async (): Promise<Reading> => {
    await chain.anvil.rpc('evm_increaseTime', '0x3c');
    await chain.finalize();
    return (await readAssets(chain.anvil.provider(), [token.address])).cassette;
  };
  const first = await read();
  await chain.send(token, 'transferOwnership', [safe.address], a);
  const offered = await read();
  await chain.send(token, 'pause', [], a);
  context.readings = [first, offered, await read()];
});

const folder = fileURLToPath(new URL('../../../fixtures/chain-readings/', import.meta.url));
const golden = `${folder}observations.ndjson`;

/** Cassettes of a node of ours, and the observations that they gave when they were recorded. */
test('recorded cassettes give the recorded observations, byte for byte', ({ readings }) => {
  if (process.env['UPDATE_APPROVED'] === '1' && !existsSync(golden)) {
    mkdirSync(folder, { recursive: true });
    for (const [index, reading] of readings.entries())
      writeFileSync(`${folder}${index + 1}.cassette.gz`, bytesOf(reading));
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.gz'));
  const log = openCaptureLog();
  const observations = files.sort().flatMap((name) => {
    const bytes = readFileSync(`${folder}${name}`);
    const taken = log.take(bytes, recordedAt(bytes));
    assert.equal([taken.run.status, taken.run.reason], ['accepted', null], name);
    return taken.observations;
  });
  const text = observations.map((one) => `${canonicalJson(one)}\n`).join('');
  if (process.env['UPDATE_APPROVED'] === '1') writeFileSync(golden, text);
  assert.fixture(text, readFileSync(golden, 'utf8'));
});

test('readings of a node: the first states all, the others what differs', ({ readings }) => {
  const log = openCaptureLog();
  const [first, offered, paused] = readings.map((reading) => log.take(bytesOf(reading), asOf(reading)));
  assert.equal(
    [...new Set(first?.observations.map(({ field }) => field))],
    [
      'token',
      'cap',
      'paused',
      'code',
      'powers',
      'control',
      'authority',
      'ownership_offer',
      'holders_not_known',
      'supply',
      'chain_reading',
    ],
  );
  assert.equal([first?.run.added, first?.run.rows, first?.run.status], [1, 1, 'accepted']);
  assert.equal(
    offered?.observations.map(({ field }) => field),
    ['ownership_offer', 'chain_reading'],
  );
  // One provider alone gave the offer: the next reading gives it once more. A paused token shows no account that can pause.
  assert.equal(
    paused?.observations.map(({ field }) => field),
    ['paused', 'ownership_offer', 'chain_reading'],
  );
  assert.equal(paused?.run.changed, 1);
});

test('a state restored from the log gives the same observations as one that is never lost', async ({ readings }) => {
  const [kept, lost] = [openCaptureLog(), openCaptureLog()];
  for (const reading of readings) {
    const expected = kept.take(bytesOf(reading), asOf(reading));
    assert.equal(lost.take(bytesOf(reading), asOf(reading)), expected);
    assert.equal(await lost.restore(0), [expected.observations], 'the last capture is folded again');
    assert.equal(await lost.restore(), []);
  }
});

test('a cassette that repeats a round at the newest block writes nothing but a run of its own, also after a restore', async ({
  readings,
}) => {
  const [first, second] = readings;
  if (first === undefined || second === undefined) throw new Error('no readings');
  /** Another round at the block of the first one. */
  const besideFirst = { ...first, header: { ...first.header, swept: first.header.swept + 1 } };
  for (const isRestored of [false, true]) {
    const log = openCaptureLog();
    const runs: string[] = [];
    for (const reading of [first, besideFirst, first, besideFirst, second, second]) {
      const { run, observations } = log.take(bytesOf(reading), asOf(reading));
      if (run.status === 'unchanged') assert.equal([observations, run.rows, run.added], [[], 1, 0]);
      runs.push(`${run.status} ${run.runId}`);
      if (isRestored) assert.equal(await log.restore(), []);
    }
    assert.equal(
      runs.map((run) => run.split(' ')[0]),
      ['accepted', 'accepted', 'unchanged', 'unchanged', 'accepted', 'unchanged'],
    );
    assert.is(new Set(runs).size, 6, 'no run takes the place of another one');
  }
});

function refusals(readings: readonly Reading[]): readonly (readonly [RegExp, () => string | null])[] {
  const [first, second] = readings;
  if (first === undefined || second === undefined) throw new Error('no readings');
  const { header, exchanges } = first;
  const given =
    (cassette: Cassette, at = asOf(first), feed?: string) =>
    () =>
      openCaptureLog().take(bytesOf(cassette), at, feed === undefined ? {} : { feed }).run.reason;
  const afterFirst =
    (cassette: Reading, before = first) =>
    (): string | null => {
      const log = openCaptureLog();
      log.take(bytesOf(before), asOf(before));
      const { run, observations } = log.take(bytesOf(cassette), asOf(cassette));
      assert.equal(observations, []);
      return run.reason;
    };
  const [asset] = header.assets;
  const twice = asset === undefined ? [] : [asset, asset];
  return [
    [/is a reading of eip155:1, and chain-base is of eip155:8453/, given(first, asOf(first), 'chain-base')],
    [/is not the time of its block/, given(first, asOf(first) + 1000)],
    [
      /lies in the future/,
      given(
        { ...first, header: { ...header, block: { ...header.block, timestamp: 2_000_000_000 } } },
        2_000_000_000_000,
      ),
    ],
    [/names the asset .* twice/, given({ ...first, header: { ...header, assets: twice } })],
    [/lacks an answer of provider own to/, given({ ...first, exchanges: exchanges.slice(0, -1) })],
    [/does not have the read plan "evm-0"/, given({ ...first, header: { ...header, plan: 'evm-0' } })],
    [/goes back behind block/, afterFirst(first, second)],
    [
      /was final with the hash/,
      afterFirst({ ...first, header: { ...header, block: { ...header.block, hash: `0x${'9'.repeat(64)}` } } }),
    ],
    [/line 1: no usable cassette \(not_json\)/, () => openCaptureLog().take(Buffer.from('{\n')).run.reason],
    [/damaged gzip file/, () => openCaptureLog().take(Buffer.from([0x1f, 0x8b, 8, 0])).run.reason],
    [/no UTF-8 text/, () => openCaptureLog().take(Buffer.from([0xff, 0xfe])).run.reason],
  ];
}

test('what is not a reading of this chain is rejected with a sentence, and writes nothing', ({ readings }) => {
  for (const [pattern, reason] of refusals(readings)) assert.match(reason() ?? '', pattern);
});

test('assets that were not asked for are answered, and a reading of a block before that is taken', ({ readings }) => {
  const [first] = readings;
  if (first === undefined) throw new Error('no reading');
  const { assets, chain, plan } = first.header;
  const unasked = { cassette: 1, chain, plan, block: null, providers: [], quorum: 0, swept: 0, assets } as const;
  const header: UnansweredHeader = { ...unasked, unanswered: 'not_observed' };
  const log = openCaptureLog();
  const taken = log.take(bytesOf({ header, exchanges: [] }), asOf(first) + 60_000);
  assert.equal(taken.observations.map(shownFact), ['chain_reading "not_observed"']);
  assert.equal([taken.run.status, taken.run.rows], ['accepted', 1]);
  const read = log.take(bytesOf(first), asOf(first));
  assert.is(read.observations.map(shownFact).at(-1), 'chain_reading "stated"');
});

function recordedAt(bytes: Buffer): number {
  const found = /"timestamp":(\d+)/.exec(textOf(bytes));
  return Number(found?.[1]) * 1000;
}

test.run();

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AssetState, ChainFact } from '../../../../pipeline/chain/statement.ts';
import { restoreChains } from '../../../../pipeline/ingest/chain/restore-chains.ts';
import { chainFeeds } from '../../../../pipeline/publishers/chain/chain-feeds.ts';
import type { Input } from '../../../../pipeline/runtime/processor.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { runsOf } from '../../../support/runs.ts';
import { keyedState } from '../harness.ts';
import {
  a,
  answered,
  artifactOf,
  assetFact,
  authority,
  b,
  code,
  control,
  feedId,
  type GivenReading,
  minters,
  named,
  openFold,
  stated,
} from './harness.ts';

const mint = 'mint_authority';
const someFacts: fc.Arbitrary<readonly ChainFact[]> = fc
  .tuple(
    fc.constantFrom(code('0x02'), code('0x03')),
    fc.constantFrom(named('Token'), named(null)),
    fc.subarray([assetFact('supply', '1'), assetFact('cap', '9'), assetFact('paused', true)]),
    fc.constantFrom<readonly ChainFact[]>(
      [],
      [authority('owner', a)],
      [authority('owner', b)],
      [authority('owner', null)],
      [authority(`owner:${a}`, a), authority(`owner:${b}`, b)],
    ),
    fc.constantFrom<readonly ChainFact[]>(
      [authority(mint, a), minters(a)],
      [authority(`${mint}:${a}`, a), authority(`${mint}:${b}`, b), minters(a, b)],
      [minters()],
      [],
    ),
    fc.subarray([control(a), control(b, 'safe')]),
    fc.constantFrom(assetFact('powers', ['pause_all']), assetFact('powers', [])),
  )
  .map(([first, second, figures, owner, minter, controls, powers]) => [
    ...[first, second, ...figures, powers, ...owner, ...minter, ...controls],
  ]);

const someState = (assetId: string): fc.Arbitrary<AssetState> =>
  fc.oneof(
    { weight: 6, arbitrary: someFacts.map((facts) => stated(assetId, ...facts)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('no_contract', 'unreadable')
        .map((reading) => answered(assetId, reading as 'no_contract')),
    },
  );

const someReading = fc.record({
  states: fc.tuple(someState('x'), someState('y')),
  count: fc.constantFrom(1, 2),
  blocks: fc.constantFrom(0, 1, 8_000),
  agreed: fc.constantFrom(1, 2),
  plan: fc.constantFrom('evm-1', 'evm-1', 'evm-1', 'evm-2'),
  isAsked: fc.constantFrom(true, true, true, false),
});

/** A series of captures. Blocks never go back. */
const someSeries: fc.Arbitrary<readonly GivenReading[]> = fc
  .array(someReading, { minLength: 2, maxLength: 8 })
  .map((readings) => {
    let block = 0;
    return readings.map(({ states, count, blocks, agreed, plan, isAsked }, index): GivenReading => {
      block += blocks;
      const given = states.slice(0, count);
      if (isAsked) return { states: given, block, agreed, plan };
      return {
        states: given.map(({ assetId }) => answered(assetId, 'not_observed')),
        block: null,
        at: 1_800_000_000_000 + index,
      };
    });
  });

async function* inputsOf(observations: readonly Observation[]): AsyncGenerator<Input<'observations'>> {
  for (const [offset, value] of observations.entries()) {
    yield { topic: 'observations', partition: 0, offset, timestamp: value.observedAt, value };
  }
}

/** The state that a new owner of the partition restores from what is on the log. */
async function restoredFrom(
  series: readonly GivenReading[],
  observations: readonly Observation[],
): Promise<Map<string, string>> {
  const map = new Map<string, string>();
  const cassettes = new Map<string, { rank: number; feed: string; asOf: number }>();
  for (const [rank, given] of series.entries()) {
    if (!cassettes.has(artifactOf(given))) cassettes.set(artifactOf(given), { rank, feed: feedId, asOf: rank });
  }
  await restoreChains(keyedState(map), chainFeeds, cassettes, inputsOf(observations));
  return map;
}

test('live, replayed and restored: the same captures give the same observations, byte for byte', async () => {
  const property = fc.asyncProperty(someSeries, async (series) => {
    const live = openFold();
    const log: Observation[] = [];
    for (const [index, given] of series.entries()) {
      const restored = openFold(await restoredFrom(series.slice(0, index), log));
      const { written, outcome } = live.take(given);
      const again = restored.take(given);
      assert.equal(again.written, written, `capture ${index}`);
      assert.equal(again.outcome, outcome);
      log.push(...written);
    }
    const replayed = openFold();
    assert.equal(
      series.flatMap((given) => replayed.take(given).written),
      log,
    );
  });
  await fc.assert(property, { numRuns: runsOf(150) });
});

test('the same capture again writes nothing', () => {
  const property = fc.property(someSeries, (series) => {
    const fold = openFold();
    for (const given of series) {
      fold.take(given);
      assert.equal(fold.take(given).shown, []);
    }
  });
  fc.assert(property, { numRuns: runsOf(100) });
});

test('the facts after a series of readings are those of the last successful ones', () => {
  const property = fc.property(someFacts, someFacts, (before, now) => {
    const fold = openFold();
    fold.take({ states: [stated('x', ...before)], block: 0 });
    const { written } = fold.take({ states: [stated('x', ...now)], block: 1 });
    const given = new Set(now.filter(({ field }) => field === 'authority').map(({ value }) => JSON.stringify(value)));
    const givenUp = written.filter(({ field, value }) => field === 'authority' && value === null);
    const types = new Set(
      now.filter(({ field }) => field === 'authority' || field === 'role').map(({ subjectKey }) => subjectKey),
    );
    assert.ok(givenUp.length === 0 || types.size > 0, 'nothing is given up without an answer');
    for (const { field, value } of written) {
      if (field === 'authority' && value !== null)
        assert.ok(
          [...given].some((text) => text.includes((JSON.parse(value) as { readonly address: string }).address)),
        );
    }
  });
  fc.assert(property, { numRuns: runsOf(200) });
});

test.run();

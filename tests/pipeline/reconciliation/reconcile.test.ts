import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runsOf } from '../../support/runs.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import { at, chain, day, observation } from '../changes/builders.ts';
import { base, deployment, ethereum, holder, hour, readWhole, report, supply, tokenWorld } from './world.ts';

const asOf = at('2026-03-31');
const published = at('2026-04-28');
const reported = (total: string | null, when = published, date = '2026-03-31'): Observation =>
  report(ethereum, when, date, total);
const kinds = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ explanation, changeKind, direction }) => `${explanation.kind} ${changeKind} ${direction}`);

/** Two deployments that hold 600 and 400 tokens on the days around the date of a report. */
function twoChains() {
  const world = tokenWorld();
  world.take(...deployment(ethereum), ...deployment(base));
  for (const offset of [-1, 0, 1, 2]) {
    const time = asOf + offset * day + 9 * hour;
    world.take(supply(ethereum, time, 600_000), supply(base, time, 400_000));
    world.take(readWhole(ethereum, time + 1), readWhole(base, time + 1));
  }
  return world;
}

for (const [total, state] of [
  ['1000000', 'agree'],
  ['996000', 'agree'],
  ['1004000.25', 'agree'],
  ['1006000', 'differ'],
  ['994000', 'differ'],
] as const) {
  test(`supply: a report of ${total} tokens against 1,000,000 on two chains: ${state}`, () => {
    const { checks, changes } = twoChains().take(reported(total));
    assert.equal(checks, [`supply ${state}`]);
    assert.equal(kinds(changes), state === 'agree' ? [] : ['sources_disagree changed unassessed']);
  });
}

test('supply: more than half a percent of few tokens counts only above one token', () => {
  const small = tokenWorld();
  small.take(...deployment(ethereum), supply(ethereum, asOf, 100), supply(ethereum, published - day, 100));
  assert.equal(small.take(reported('101')).checks, ['supply agree']);
  assert.equal(small.take(reported('101.000001', published + day)).checks, ['supply differ']);
});

for (const [name, offset, state] of [
  ['12 hours before', -12 * hour, 'agree'],
  ['earlier than that', -12 * hour - 1, 'not_comparable'],
  ['36 hours after', 36 * hour, 'agree'],
  ['later than that', 36 * hour + 1, 'not_comparable'],
] as const) {
  test(`supply: a date without a time is its midnight, and a reading ${name} ${state === 'agree' ? 'counts' : 'does not'}`, () => {
    const world = tokenWorld();
    world.take(...deployment(ethereum), supply(ethereum, asOf + offset, 1_000), supply(ethereum, published - day, 5));
    assert.equal(world.take(reported('1000')).checks, [`supply ${state}`]);
  });
}

test('supply: a deployment without a reading around the date makes the sum unknown, without a change', () => {
  const world = tokenWorld();
  world.take(...deployment(ethereum), ...deployment(base), supply(ethereum, asOf, 1_000));
  const { checks, changes } = world.take(reported('2000'));
  assert.equal([checks, changes], [['supply not_comparable'], []]);
  assert.equal(world.take(reported(null, published + day)).changes, [], 'a report without a total');
});

test('supply: without a token name or one FFG, other deployments are not known', () => {
  const world = tokenWorld();
  world.take(...deployment(ethereum, { token: null, identifiers: { dti: [], ffg: [], isin: [] } }));
  world.take(supply(ethereum, asOf, 1_000), supply(ethereum, published - day, 1_000));
  const { checks, facts } = world.take(reported('2000'));
  assert.equal([checks, facts.map(({ tokenId }) => tokenId)], [['supply not_comparable'], [`asset:${ethereum}`]]);
});

test('supply: a difference waits for the readings of the whole time around the date', () => {
  const world = tokenWorld();
  world.take(...deployment(ethereum), supply(ethereum, asOf + hour, 1_000));
  assert.equal(world.take(reported('2000', asOf + 2 * hour)).checks, ['supply not_comparable']);
  assert.equal(world.take(supply(ethereum, asOf + 20 * hour, 2_000)).checks, ['supply agree']);
  const other = tokenWorld();
  other.take(...deployment(ethereum), supply(ethereum, asOf + hour, 1_000), reported('2000', asOf + 2 * hour));
  assert.equal(other.take(supply(ethereum, asOf + 37 * hour, 1_000)).checks, ['supply differ']);
});

test('supply: it differs, differs again, cannot be compared, and agrees: reported when it begins and when it ends', () => {
  const world = twoChains();
  const changesAfter = (total: string | null, days: number, date = '2026-03-31') =>
    kinds(world.take(reported(total, published + days * day, date)).changes);
  assert.equal(changesAfter('900000', 0), ['sources_disagree changed unassessed']);
  assert.equal(changesAfter('890000', 1), [], 'another figure while they differ');
  assert.equal(changesAfter(null, 2), []);
  assert.equal(changesAfter('880000', 3), [], 'it still differs');
  assert.equal(changesAfter('1000000', 4), ['sources_disagree restored neutral']);
  assert.equal(changesAfter('1000001', 5), []);
  assert.equal(changesAfter('900000', 6), ['sources_disagree changed unassessed']);
});

test('supply: a reading that repeats the supply once a day is a reading, too', () => {
  const world = tokenWorld();
  world.take(...deployment(ethereum), supply(ethereum, asOf - 30 * day, 1_000));
  world.take(readWhole(ethereum, asOf), readWhole(ethereum, asOf + 2 * day));
  assert.equal(world.take(reported('1000')).checks, ['supply agree']);
});

test('a deployment that leaves the token counts no longer, and brings its facts to the other one', () => {
  const world = twoChains();
  assert.equal(world.take(reported('600000')).checks, ['supply differ']);
  const { checks, facts, changes } = world.take(laterDeclaration(base, 'other'));
  assert.equal(checks, ['supply agree']);
  assert.equal(kinds(changes), ['sources_disagree restored neutral']);
  assert.equal(
    [...new Set(facts.map(({ kind, tokenId }) => `${kind} ${tokenId.split(':')[1]}`))],
    ['left usd', 'chains other', 'supply other'],
  );
});

const laterDeclaration = (assetId: string, token: string): Observation => {
  const [, declaration] = deployment(assetId, { token });
  if (declaration === undefined) throw new Error('no declaration');
  const { id: _id, observationSha256: _hash, value, ...rest } = declaration;
  return observation({ ...rest, observedAt: published + day, value: JSON.parse(value ?? '') as unknown });
};

test('mint: a supply that grows while no account can mint differs until an account can', () => {
  const world = tokenWorld();
  world.take(...deployment(ethereum), holder(ethereum, asOf, '0x1'), supply(ethereum, asOf, 100));
  assert.equal(world.take(supply(ethereum, asOf + day, 200)).checks, [], 'an account can mint');
  assert.equal(world.take(holder(ethereum, asOf + 2 * day, null), supply(ethereum, asOf + 2 * day, 300)).checks, []);
  const grown = world.take(supply(ethereum, asOf + 3 * day, 400));
  assert.equal([grown.checks, kinds(grown.changes).at(-1)], [['mint differ'], 'sources_disagree changed weakens']);
  assert.equal(world.take(supply(ethereum, asOf + 4 * day, 390)).checks, []);
  const held = world.take(holder(ethereum, asOf + 5 * day, '0x2'), supply(ethereum, asOf + 5 * day, 390.5));
  assert.equal(held.checks, ['mint agree']);
});

test('mint: a supply that shrinks or stays agrees, and without a statement about the authority there is no check', () => {
  const world = tokenWorld();
  world.take(...deployment(ethereum), supply(ethereum, asOf, 100));
  assert.equal(world.take(supply(ethereum, asOf + day, 200)).checks, []);
  world.take(holder(ethereum, asOf + 2 * day, null), supply(ethereum, asOf + 2 * day, 200));
  const { checks, changes } = world.take(supply(ethereum, asOf + 3 * day, 100));
  assert.equal([checks, kinds(changes).filter((one) => one.startsWith('sources'))], [['mint agree'], []]);
});

const disclosed = (observedAt: number, threshold: string | null, voters: string | null): Observation =>
  observation({
    assetId: ethereum,
    field: 'disclosed_control',
    sourceKey: 'terms',
    observedAt,
    value: { authorityType: 'mint_authority', threshold, voters },
  });
const multisig = (observedAt: number, threshold: number, voters: number): Observation =>
  chain(observedAt, {
    assetId: ethereum,
    subjectKind: 'authority',
    subjectKey: '0x1',
    field: 'control',
    value: {
      kind: 'safe',
      version: null,
      threshold,
      voters: null,
      timeLockSeconds: null,
      modules: [],
      guard: null,
      fallbackHandler: null,
      delegate: null,
      owner: null,
      next: [],
      cut: null,
      note: null,
      signers: Array.from({ length: voters }, (_, index) => `0xs${index}`),
    },
  });

for (const [given, votes, state] of [
  [['3', '5'], [3, 5], 'agree'],
  [['3', '5'], [2, 5], 'differ'],
  [['3', '5'], [3, 6], 'differ'],
  [[null, null], [2, 3], 'agree'],
  [[null, null], [1, 3], 'differ'],
] as readonly (readonly [readonly [string | null, string | null], readonly [number, number], string])[]) {
  test(`authority: a document that states ${given[0] ?? 'several'} of ${given[1] ?? 'some'} signers against ${votes.join(' of ')}: ${state}`, () => {
    const world = tokenWorld();
    world.take(...deployment(ethereum), multisig(asOf, ...votes), holder(ethereum, asOf, '0x1'));
    assert.equal(world.take(disclosed(published, ...given)).checks, [], 'one capture establishes nothing');
    const { checks, changes } = world.take(disclosed(published + 7 * hour, ...given));
    assert.equal(checks, [`authority ${state}`]);
    assert.equal(kinds(changes), state === 'differ' ? ['sources_disagree changed weakens'] : []);
  });
}

test('authority: of an account whose kind is not known there is no check', () => {
  const world = tokenWorld();
  world.take(...deployment(ethereum), holder(ethereum, asOf, '0x1'), disclosed(published, '3', '5'));
  assert.equal(world.take(disclosed(published + 7 * hour, '3', '5')).checks, ['authority not_comparable']);
});

const listed = (observedAt: number, chains: readonly string[]): Observation =>
  observation({
    assetId: ethereum,
    field: 'document_reference',
    sourceKey: 'paper',
    observedAt,
    quote: 'chains',
    extractionRule: 'ixbrl:x',
    documentClass: 'ixbrl_esma',
    value: { url: 'https://issuer.example/paper.xhtml', chains },
  });

test('chains: the first comparison is a baseline; a deployment that a document leaves out and a chain without one are changes', () => {
  const world = tokenWorld();
  world.take(...deployment(ethereum), readWhole(ethereum, asOf));
  const first = world.take(listed(published, ['eip155:1']));
  assert.equal([first.checks, kinds(first.changes)], [['chains agree'], []]);
  assert.equal(world.take(...deployment(base)).checks, ['chains agree'], 'its chain was not read');
  const second = world.take(readWhole(base, published + day));
  assert.equal(second.checks, ['chains differ']);
  assert.equal(kinds(second.changes), ['sources_disagree changed unassessed']);
  assert.match(second.changes[0]?.explanation.whatDetail ?? '', /The document does not name Base\.$/);
  const both = ['cosmos:hub', 'eip155:1', 'eip155:8453'];
  const third = world.take(listed(published + 2 * day, both), listed(published + 3 * day, both));
  assert.equal(third.checks, ['chains agree'], 'a chain that the program does not know is no difference');
});

test('records that are delivered late or twice emit nothing', () => {
  const world = twoChains();
  const { facts } = world.take(reported('900000'));
  const [fact] = facts;
  if (fact === undefined) throw new Error('no fact');
  assert.equal(world.compare(fact, published), []);
  assert.equal(world.compare({ ...fact, position: 0, value: null }, published), []);
});

test('the same readings in the same order give the same bytes', () => {
  const step = fc.record({
    what: fc.constantFrom('eth', 'base', 'report', 'mint', 'none'),
    hours: fc.integer({ min: 1, max: 40 }),
    tokens: fc.integer({ min: 0, max: 3_000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const run = (): string => {
        const world = tokenWorld();
        world.take(...deployment(ethereum), ...deployment(base));
        let time = asOf;
        for (const { what, hours, tokens } of steps) {
          time += hours * hour;
          if (what === 'eth') world.take(supply(ethereum, time, tokens));
          if (what === 'base') world.take(supply(base, time, tokens));
          if (what === 'report')
            world.take(reported(`${tokens}`, time, new Date(time - day).toISOString().slice(0, 10)));
          if (what === 'mint') world.take(holder(ethereum, time, '0x1'));
          if (what === 'none') world.take(holder(ethereum, time, null));
        }
        return world.text();
      };
      assert.is(run(), run());
    }),
    { numRuns: runsOf(30) },
  );
});

test.run();

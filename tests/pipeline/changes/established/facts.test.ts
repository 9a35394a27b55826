import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AssetFact, Observation } from '../../../../schemas/generated/records.ts';
import { runsOf } from '../../../support/runs.ts';
import {
  assetId,
  at,
  authority,
  cell,
  chain,
  day,
  declared,
  declaredAsset,
  factsIn,
  fold,
  row,
  tick,
} from '../builders.ts';
import { recordCell, recordListed } from '../gleif-scenarios.ts';
import { reading } from '../families/disclosure/field-harness.ts';
import { captures, hour, sentences, start } from '../families/source/builders.ts';

/** The fact in short: field, value, day of since. */
const short = ({ field, value, since }: AssetFact): string =>
  `${field} ${value} ${new Date(since).toISOString().slice(0, 13)}`;
const facts = (folding: ReturnType<typeof fold>, ...observations: readonly Observation[]): readonly string[] =>
  factsIn(folding.outputs(...observations)).map(short);

test('a declaration states regimes, sources and the time of registration, each again only when it differs', () => {
  const folding = fold();
  const source = { sourceId: 'terms', url: 'https://example.com/terms', kind: 'terms', extractor: 'none' };
  assert.equal(facts(folding, declared(at('2024-01-01'), { sources: [source] })), [
    'registered_at 1704067200000 2024-01-01T00',
    'sources [{"kind":"terms","sourceId":"terms","url":"https://example.com/terms"}] 2024-01-01T00',
    'regimes ["MICA_EMT"] 2024-01-01T00',
  ]);
  assert.equal(facts(folding, declared(at('2024-02-01'), { sources: [source], name: 'Other' })), []);
  assert.equal(facts(folding, declared(at('2024-03-01'), { sources: [source], regimes: [] })), [
    'regimes [] 2024-03-01T00',
  ]);
});

test('a field is a fact when it is established: a draft is none, and holds since its first reading once confirmed', () => {
  const folding = declaredAsset({ regimes: [] });
  assert.equal(facts(folding, reading(0, 'A')), ['redemption_fee {"bps":"10"} 2026-03-02T00']);
  assert.equal(facts(folding, reading(24, 'B')), [], 'a draft');
  assert.equal(facts(folding, reading(48, 'B')), ['redemption_fee {"bps":"50"} 2026-03-03T00']);
  assert.equal(facts(folding, reading(72, 'C'), reading(80, 'B')), [], 'a draft that is withdrawn');
  assert.equal(
    facts(folding, reading(96, '-'), reading(120, '-'), reading(200, '-')).at(-1),
    'redemption_fee null 2026-03-06T00',
  );
});

test('a row of the token and its cells are facts; they end, with the value null, when the row is no longer listed', () => {
  const { since, ...folding } = declaredAsset();
  const kind = { meaning: 'authorisation_kind', label: 'Authorisation', text: 'Electronic money institution' } as const;
  const found = facts(
    folding,
    row(at('2026-01-29'), { sinceObservationId: since }),
    cell(at('2026-01-29'), 'ae_kind', kind),
  );
  assert.equal(
    found.map((one) => one.split(' ')[0]),
    ['listed', 'ae_kind'],
  );
  const issuer = { sinceObservationId: since, matchedBy: 'issuer' } as const;
  assert.equal(
    facts(folding, row(at('2026-02-20'), issuer)),
    ['listed null 2026-02-20T00'],
    'a row of the issuer is none of the token',
  );
  const removed = facts(folding, row(at('2026-03-20'), { sinceObservationId: since, status: 'removed' }));
  assert.equal(
    removed.map((one) => one.split(' ')[0]),
    ['listed', 'ae_kind'],
  );
  assert.match(removed[1] ?? '', / null 2026-03-20T00$/);
});

test('the entry of a legal entity is a fact with its roles, and of its cells the status of the LEI alone', () => {
  const { leiSince: since, ...folding } = declaredAsset({ regimes: [] });
  const when = at('2026-01-29');
  const found = facts(
    folding,
    recordListed(when, since),
    recordCell(when, 'Registration.RegistrationStatus', { meaning: 'lei_status', text: 'ISSUED' }),
    recordCell(when, 'Entity.LegalName', { meaning: 'legal_name', text: 'Circle' }),
    recordCell(when, 'Entity.SuccessorEntity', null),
  );
  assert.equal(
    found.map((one) => one.split(' ')[0]),
    ['listed', 'Registration.RegistrationStatus'],
  );
  assert.match(found[0] ?? '', /"roles":\["issuer"\]/);
  const renamed = recordCell(at('2026-02-05'), 'Registration.RegistrationStatus', {
    meaning: 'lei_status',
    text: 'LAPSED',
  });
  assert.is(facts(folding, renamed).length, 1);
  const blank = recordCell(at('2026-02-06'), 'Registration.RegistrationStatus', null);
  assert.equal(facts(folding, blank), ['Registration.RegistrationStatus null 2026-02-06T00']);
});

test('what one provider alone states is no fact until another reading confirms it', () => {
  const folding = declaredAsset({ regimes: [] });
  const paused = (days: number, value: boolean, quorum = 2) =>
    chain(at('2026-05-01') + days * day, { field: 'paused', value, quorum });
  assert.equal(facts(folding, paused(0, false)), ['paused false 2026-05-01T00']);
  assert.equal(facts(folding, paused(1, true, 1)), []);
  assert.equal(facts(folding, paused(2, true, 1)), ['paused true 2026-05-02T00']);
});

test('a tick states when each source was last read whole, once, and goes to the partition of its input', () => {
  const folding = declaredAsset();
  const pages = captures(
    { at: 0, text: sentences(0, 40) },
    { at: 20, outcome: 'net_error' },
    { at: 30, text: sentences(0, 40) },
  );
  folding.outputs(...pages.slice(0, 2));
  const first = folding.outputs(tick(start + day));
  assert.equal(factsIn(first).map(short), [
    `read {"at":${start},"documentClass":"html"} 2026-03-02T08`,
    'tick {"kind":"tick"} 2026-03-03T08',
  ]);
  assert.equal(
    first.map(({ stays }) => stays),
    [undefined, true],
  );
  assert.equal(
    factsIn(folding.outputs(tick(start + 2 * day))).map(({ field }) => field),
    ['tick'],
    'not read since',
  );
  folding.outputs(...pages.slice(2));
  assert.equal(
    factsIn(folding.outputs(tick(start + 3 * day))).map(short)[0],
    `read {"at":${start + 30 * hour},"documentClass":"html"} 2026-03-03T14`,
  );
});

test('a pending text is no reading of its source, and an asset without regimes has none stated', () => {
  const folding = declaredAsset();
  const cut = captures({ at: 0, text: sentences(0, 40) }, { at: 24, text: sentences(0, 20) });
  folding.outputs(...cut.slice(0, 1), tick(start + hour), ...cut.slice(1));
  assert.equal(
    factsIn(folding.outputs(tick(start + 2 * day))).map(({ field }) => field),
    ['tick'],
  );
  const free = declaredAsset({ regimes: [] });
  free.outputs(...captures({ at: 0, text: sentences(0, 40) }));
  assert.equal(
    factsIn(free.outputs(tick(start + day))).map(({ field }) => field),
    ['tick'],
  );
});

test('facts of any sequence: no two in a row are equal, and every one names an observation that was read', () => {
  const letters = fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C', '-'), fc.integer({ min: 1, max: 50 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(letters, (steps) => {
      const folding = declaredAsset({ regimes: [] });
      const ids = new Set<string>();
      let hours = 0;
      let last: string | null | undefined;
      for (const [letter, gap] of steps) {
        hours += gap;
        const one = reading(hours, letter);
        ids.add(one.id);
        for (const fact of factsIn(folding.outputs(one))) {
          assert.is.not(fact.value, last);
          assert.ok(ids.has(fact.observationId));
          assert.is(fact.assetId, assetId);
          assert.ok(fact.since <= one.observedAt);
          last = fact.value;
        }
      }
    }),
    { numRuns: runsOf(200) },
  );
});

test('authorities are facts before the asset is declared', () => {
  assert.equal(
    facts(fold(), authority(1, {}), authority(2, null)).map((one) => one.split(' ')[0]),
    ['authority', 'authority'],
  );
});

test.run();

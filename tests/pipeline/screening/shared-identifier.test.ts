/** A branch may have the LEI of its head office: two parties of an asset with one identifier. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change, Observation, SanctionsEntry } from '../../../schemas/generated/records.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { type DeclaredParty, screeningWorld } from '../../support/screening-world.ts';
import { at } from '../changes/builders.ts';
import { entry, listedWallet } from './harness.ts';

const lei = '969500OYUDADGZKCR583';
const address = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const head = '11111111-1111-4111-8111-111111111111';
const branch = '22222222-2222-4222-8222-222222222222';
const listed = at('2026-01-10');
const left = at('2026-02-10');
const later = at('2026-03-10');

const party = (legalName: string, given: DeclaredParty = {}): DeclaredParty => ({
  name: legalName,
  legalName,
  lei,
  roles: ['custodian'],
  ...given,
});

const listing = (asOf: number, over: Partial<SanctionsEntry> = {}): SanctionsEntry =>
  entry('e', {
    entityType: 'organisation',
    identifiers: [{ kind: 'lei', value: lei, country: null }],
    asOf,
    ...over,
  });

/** Kind and subject of each change, in order. */
const kindsOf = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ explanation, subjectKey }) => `${explanation.kind} ${subjectKey}`).sort();

test('the first of two parties leaves: its match is closed, the other one has a match of its own', () => {
  const world = screeningWorld();
  world.declare(at('2026-01-01'), { [head]: party('Head AG'), [branch]: party('Branch AG') });
  assert.equal(kindsOf(world.list(listing(listed), listed)), [`list_match_added list:e:party:${head}`]);

  const changes = world.declare(left, { [head]: null });
  assert.equal(kindsOf(changes), [
    `list_match_added list:e:party:${branch}`,
    `list_match_removed list:e:party:${head}`,
  ]);
  const closed = changes.find(({ explanation }) => explanation.kind === 'list_match_removed');
  assert.is(closed?.direction, 'neutral');
  assert.is(closed?.explanation.headline, 'The asset no longer names this party; the list still has the entry');
  assert.match(closed?.explanation.what ?? '', /^The asset no longer names the custodian Head AG;/);

  const removed = world.list(listing(later, { status: 'removed' }), later);
  assert.equal(kindsOf(removed), [`list_match_removed list:e:party:${branch}`]);
});

test('the first of two parties corrects its identifier: the match passes to the other one', () => {
  const world = screeningWorld();
  world.declare(at('2026-01-01'), { [head]: party('Head AG'), [branch]: party('Branch AG') });
  world.list(listing(listed), listed);
  assert.equal(kindsOf(world.declare(left, { [head]: party('Head AG', { lei: null }) })), [
    `list_match_added list:e:party:${branch}`,
    `list_match_removed list:e:party:${head}`,
  ]);
  assert.equal(kindsOf(world.list(listing(later, { status: 'removed' }), later)), [
    `list_match_removed list:e:party:${branch}`,
  ]);
});

test('a party that joins with the same identifier takes over no match', () => {
  const world = screeningWorld();
  world.declare(at('2026-01-01'), { [branch]: party('Branch AG') });
  world.list(listing(listed), listed);
  assert.equal(kindsOf(world.declare(left, { [head]: party('Head AG') })), []);
  assert.equal(kindsOf(world.list(listing(later, { status: 'removed' }), later)), [
    `list_match_removed list:e:party:${branch}`,
  ]);
});

test('a match of the party that left, emitted before the join applied its departure, is ignored', () => {
  const seen: Observation[] = [];
  const world = screeningWorld((observation) => void seen.push(observation));
  world.declare(at('2026-01-01'), { [head]: party('Head AG'), [branch]: party('Branch AG') });
  world.list(listing(listed), listed);
  const match = seen.at(-1);
  if (match?.field !== 'match') throw new Error('the match was not the last observation');
  world.declare(left, { [head]: null });
  const { id: _id, observationSha256: _hash, ...content } = match;
  assert.equal(kindsOf(world.observe(makeObservation({ ...content, observedAt: left }))), []);
});

test('the second of two parties leaves: the match of the first stays', () => {
  const world = screeningWorld();
  world.declare(at('2026-01-01'), { [head]: party('Head AG'), [branch]: party('Branch AG') });
  world.list(listing(listed), listed);
  assert.equal(kindsOf(world.declare(left, { [branch]: null })), []);
  assert.equal(kindsOf(world.list(listing(later, { status: 'removed' }), later)), [
    `list_match_removed list:e:party:${head}`,
  ]);
});

test('a wallet of two parties keeps its match while one of them has it', () => {
  const world = screeningWorld();
  const given = { lei: null, wallets: [`eip155:1:${address}`] };
  world.declare(at('2026-01-01'), { [head]: party('Head AG', given), [branch]: party('Branch AG', given) });
  const wallets = [listedWallet('ETH', address)];
  assert.is(world.list(listing(listed, { identifiers: [], wallets }), listed).length, 1);
  assert.equal(kindsOf(world.declare(left, { [head]: null })), []);
  assert.is(kindsOf(world.declare(later, { [branch]: null })).length, 1);
});

test.run();

/** A match that ends and returns must be a new observation: the fold of the asset ignores one that it has seen. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { Subject } from '../../../schemas/generated/records.ts';
import { screeningWorld } from '../../support/screening-world.ts';
import { issuerId } from '../changes/builders.ts';
import { drive, entry, feeds, listedWallet, observationsIn, subject, wallet } from './harness.ts';

const address = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const other = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c';
const lei = '969500OYUDADGZKCR583';
/** Subjects introduced by these observations, at these times. */
const early = { since: 50, sinceObservationId: 'early' };
const late = { since: 5_000, sinceObservationId: 'late' };

const named = (names: readonly string[]) =>
  names.map((name, index) => ({ name, kind: index === 0 ? 'primary' : 'alias', weak: false }));

/** Times of the observations for an entry, listed at 200, with each set of subjects in turn. */
function emittedAt(listed: Parameters<typeof entry>[1], sets: readonly (readonly Subject[])[]): readonly number[] {
  const { row, subjects } = drive(createScreen({ feeds }));
  const outputs: Output[] = [...row(entry('e', { asOf: 200, ...listed }), 200)];
  for (const set of sets) outputs.push(...subjects('asset', set));
  const emitted = observationsIn(outputs);
  assert.is(new Set(emitted.map(({ id }) => id)).size, emitted.length, 'nothing is emitted twice');
  return emitted.map(({ observedAt }) => observedAt);
}

test('a subject that was introduced by an earlier observation in between does not move event times backwards', () => {
  const listed = { wallets: [listedWallet('ETH', address)] };
  const sets = [[wallet(address, late)], [wallet(address, early)], [], [wallet(address, late)]];
  assert.equal(emittedAt(listed, sets), [5_000, 200, 5_001]);
});

test('a match that ended later than another one of the same asset keeps its own end time', () => {
  const listed = { wallets: [listedWallet('ETH', address), listedWallet('ETH', other)] };
  const both = [wallet(address, early), wallet(other, late)];
  assert.equal(emittedAt(listed, [both, [wallet(address, early)], [], [wallet(other, late)]]), [200, 5_000, 5_001]);
});

test('a match that another identifier of the party continued has ended, too', () => {
  const listed = {
    identifiers: [
      { kind: 'lei', value: lei, country: null },
      { kind: 'registration', value: '12345', country: 'FR' },
    ],
  };
  const leiOf = (partyId: string) => subject('lei', lei, { ...early, partyId });
  const number = subject('registration', 'FR:12345', { ...late, display: '12345', country: 'FR', partyId: 'p2' });
  const sets = [[leiOf('p1'), number], [leiOf('p2'), number], [number]];
  const [first, second, third, fourth] = emittedAt(listed, sets);
  assert.equal([first, second], [200, 5_000]);
  assert.ok(Number(third) > 5_000, 'what the LEI carries on is later than what it carries on');
  assert.ok(Number(fourth) > Number(third));
});

test('a match that passes to another party keeps its time, although its party is matched by another identifier', () => {
  const listed = {
    identifiers: [
      { kind: 'lei', value: lei, country: null },
      { kind: 'registration', value: '12345', country: 'FR' },
    ],
  };
  const numberOf = (partyId: string) =>
    subject('registration', 'FR:12345', { ...late, display: '12345', country: 'FR', partyId });
  const sets = [[numberOf('p2')], [numberOf('p1')], [subject('lei', lei, { ...early, partyId: 'p1' }), numberOf('p2')]];
  assert.equal(emittedAt(listed, sets), [5_000, 5_001, 5_002, 5_002]);
});

test('a party that returns to its old name is a candidate again, although another match ended in between', () => {
  const world = screeningWorld();
  const custodian = 'c1c1c1c1-3333-4444-8555-666677778888';
  const wallets = [`eip155:1:${address}`];
  const listed = { entityType: 'organisation', names: named(['ZENITHAL', 'ORTHOGONAL']) };
  const candidates = () => world.changes().filter(({ explanation }) => explanation.kind === 'list_candidate');

  world.declare(100, {
    [custodian]: { name: 'Keeper', legalName: 'Keeper AG', lei: null, wallets, roles: ['custodian'] },
  });
  world.list(entry('e', { ...listed, wallets: [listedWallet('ETH', address)], asOf: 200 }), 200);
  const issuer = (legalName: string) => ({ [issuerId]: { name: 'Zed', legalName, lei: null } });
  world.declare(5_000, issuer('Zenithal SAS'));
  assert.is(candidates().length, 1);
  world.declare(6_000, issuer('Quite Different SAS'));
  world.declare(7_000, { [custodian]: null });
  const before = world.changes().length;
  world.declare(8_000, issuer('Zenithal SAS'));
  assert.equal(
    world
      .changes()
      .slice(before)
      .map(({ explanation }) => explanation.kind),
    ['list_candidate'],
  );
});

test('a value that returns is stated, although a former owner has repeated it meanwhile: readers ignored that', () => {
  const join = createScreen({ feeds });
  const driver = drive(join);
  const address = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
  const named = (partyName: string) => driver.subjects('asset', [wallet(address, { partyName })]);
  named('A');
  const first = driver.row(entry('e1', { wallets: [listedWallet('ETH', address)] }), 100);
  const second = named('B');
  assert.is(observationsIn(second).length, 1);
  const { emitted } = join.open();
  for (const [offset, output] of [...first, ...second, ...first].entries()) {
    if (output.topic !== 'screen.matches' || emitted.topic !== 'screen.matches') continue;
    const { value } = output;
    emitted.apply(driver.state, { topic: 'screen.matches', partition: 0, offset, timestamp: 100, value });
  }
  assert.equal(
    observationsIn(named('A')).map(({ observedAt }) => observedAt),
    [102],
  );
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { firdsColumns } from '../../../../../pipeline/registers/firds-columns.ts';
import type { Change, RegisterRow, SanctionsEntry } from '../../../../../schemas/generated/records.ts';
import { screeningWorld } from '../../../../support/screening-world.ts';
import { entry, row } from '../../../screening/harness.ts';
import { at } from '../../builders.ts';
import { hour, instrumentsOf, item, june } from './reserve.ts';

const lei = '549300GDPG70E3MBBU98';
const [bond, other] = ['DE000A1R07V3', 'DE0001030294'] as const;
const stated = (...isins: readonly string[]) => isins.map((isin) => item({ isin, maturity: '2027-01-15' }));

/** The reference data of an instrument. */
const instrument = (isin: string, issuer = lei, given: Partial<RegisterRow> = {}): RegisterRow =>
  row(`row-${isin}`, {
    register: 'firds',
    columns: { [firdsColumns.isin]: isin, [firdsColumns.issuer]: issuer, [firdsColumns.maturity]: '2027-01-15' },
    ...given,
  });

const identifier = (kind: 'isin' | 'lei', value: string) => ({ kind, value, country: null });
const listed = (...identifiers: SanctionsEntry['identifiers']): SanctionsEntry =>
  entry('e1', {
    entityType: 'organisation',
    names: [{ name: 'Listed Bank', kind: 'primary', weak: false }],
    identifiers,
  });

/** An asset whose report of June names two bonds. */
function withReserve() {
  const world = screeningWorld();
  world.declare(at('2025-01-01'));
  world.observe(instrumentsOf(june, '2025-06-30', stated(bond, other)));
  return world;
}

const summaries = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ category, explanation }) => `${category} ${explanation.kind}`);
const reserveOf = ({ subjects }: ReturnType<typeof screeningWorld>): readonly string[] =>
  subjects().flatMap(({ key, roles }) =>
    roles.some((role) => role.startsWith('collateral')) ? [`${key} ${roles.join()}`] : [],
  );

test('reference data makes the issuers of a reserve subjects, each once, and raises no change', () => {
  const world = withReserve();
  assert.equal(world.register(instrument(bond), june + hour), []);
  assert.equal(world.register(instrument(other), june + hour), []);
  assert.equal(reserveOf(world), [
    `isin:${other} collateral`,
    `isin:${bond} collateral`,
    `lei:${lei} collateral_issuer`,
  ]);
  // The instrument is described before the report that names it.
  const early = screeningWorld();
  early.declare(at('2025-01-01'));
  early.register(instrument(bond), june - hour);
  early.observe(instrumentsOf(june, '2025-06-30', stated(bond)));
  assert.equal(reserveOf(early), [`isin:${bond} collateral`, `lei:${lei} collateral_issuer`]);
});

test('a listed issuer of an instrument is a match of the reserve, worded so, and never of the token', () => {
  const world = withReserve();
  world.register(instrument(bond), june + hour);
  const [change, ...more] = world.list(listed(identifier('lei', lei)), june + 2 * hour);
  assert.equal(more, []);
  assert.equal([change?.category, change?.explanation.kind], ['sanctions', 'list_match_added']);
  assert.match(change?.detail ?? '', /the LEI 549300GDPG70E3MBBU98, the issuer of an instrument of the reserve/);
  assert.match(change?.impact ?? '', /not the token itself/);
});

test('an entry that names the instrument and its issuer is one match, whichever is known first', () => {
  const both = listed(identifier('isin', bond), identifier('lei', lei));
  const late = withReserve();
  assert.equal(late.list(both, june + hour).length, 1);
  assert.equal(late.register(instrument(bond), june + 2 * hour), [], 'the issuer becomes known behind the match');
  const early = withReserve();
  early.register(instrument(bond), june + hour);
  assert.equal(summaries(early.list(both, june + 2 * hour)).length, 1);
  const grown = withReserve();
  grown.register(instrument(bond), june + hour);
  grown.list(listed(identifier('lei', lei)), june + 2 * hour);
  const after = grown.list(both, june + 3 * hour);
  assert.equal(summaries(after), [], 'the entry gains the instrument behind the match of the issuer');
});

test('each listed instrument is a match of its own', () => {
  const world = withReserve();
  const changes = world.list(listed(identifier('isin', bond), identifier('isin', other)), june + hour);
  assert.is(changes.filter(({ explanation }) => explanation.kind === 'list_match_added').length, 2);
});

test('another issuer replaces the one before; an unlisted instrument keeps its issuer', () => {
  const world = withReserve();
  world.register(instrument(bond), june + hour);
  world.register(instrument(bond, '529900AQBND3S6YJLY83', { event: 'changed' }), june + 2 * hour);
  assert.ok(reserveOf(world).includes('lei:529900AQBND3S6YJLY83 collateral_issuer'));
  assert.not.ok(reserveOf(world).includes(`lei:${lei} collateral_issuer`));
  world.register(instrument(bond, '529900AQBND3S6YJLY83', { event: 'removed', status: 'removed' }), june + 3 * hour);
  assert.ok(reserveOf(world).includes('lei:529900AQBND3S6YJLY83 collateral_issuer'));
});

test('an issuer leaves with its last instrument, and its match ends', () => {
  const world = withReserve();
  world.register(instrument(bond), june + hour);
  world.list(listed(identifier('lei', lei)), june + 2 * hour);
  const july = instrumentsOf(june + 30 * 24 * hour, '2025-07-31', stated(other));
  const again = instrumentsOf(june + 30 * 24 * hour + 7 * hour, '2025-07-31', stated(other));
  const ended = [...world.observe(july), ...world.observe(again)].filter(({ category }) => category === 'sanctions');
  assert.equal(
    ended.map(({ explanation }) => explanation.kind),
    ['list_match_removed'],
  );
  assert.equal(reserveOf(world), [`isin:${other} collateral`]);
});

test('records of GLEIF about the issuer of an instrument are none of the asset', () => {
  const world = withReserve();
  world.register(instrument(bond), june + hour);
  const record = row('gleif', { register: 'gleif-lei', lei, columns: { LEI: lei, 'Entity.LegalName': 'Bank' } });
  assert.equal(world.register(record, june + 2 * hour), []);
  const lapsed = { ...record, status: 'removed', event: 'removed' };
  assert.equal(world.register(lapsed, june + 3 * hour), []);
});

test.run();

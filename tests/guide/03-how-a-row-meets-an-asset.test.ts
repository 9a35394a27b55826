// Rows do not refer to tokens, nor tokens to rows. Subjects connect them: identifiers to search for on behalf of an asset.
// The operator declares an asset and its parties; `declare` turns that into observations; `detect` folds all observations
// of an asset and writes, among other things, its subjects; `screen` and `attribute` compare the rows with the subjects of
// all assets, and each match is again an observation of the asset.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegisterListedValue } from '../../schemas/facts.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import { circle, createMiniature, type Miniature, usdc } from './miniature.ts';

const valueOf = <T>(observation: Observation | undefined): T => JSON.parse(observation?.value ?? 'null') as T;
const ofSource = (world: Miniature, source: string): readonly Observation[] =>
  world.values('observations').filter(({ sourceKey }) => sourceKey === source);

test('declarations become observations: the registry is a source like any other', () => {
  const world = createMiniature();
  world.declare([circle, usdc], '2026-01-15');
  const declared = world.values('observations');
  assert.ok(declared.every(({ sourceKey, assetId }) => sourceKey === 'registry' && assetId === usdc.assetId));
  const kyi = declared.find(({ field }) => field === 'kyi');
  assert.equal(valueOf(kyi), { partyId: circle.partyId, name: 'Circle', status: 'verified' });
});

test('from the observations follow the record that the API serves, and the subjects to search for', () => {
  const world = createMiniature();
  world.declare([circle, usdc], '2026-01-15');
  const record = world.values('asset.records').at(-1);
  assert.equal([record?.public, record?.issuer?.name], [true, 'Circle'], 'public, since its issuer is verified');
  const subjects = world.values('asset.subjects').at(-1)?.subjects ?? [];
  assert.equal(
    subjects.map(({ kind, value }) => `${kind} ${value}`).sort(),
    [
      'ffg TJWK5QTRK',
      `lei ${circle.lei}`,
      `party ${circle.partyId}`,
      `wallet evm:${usdc.address.slice(2).toLowerCase()}`,
    ].sort(),
  );
  // Each subject states since when it is searched for, and which observation added it.
  assert.ok(subjects.every(({ since }) => since === Date.parse('2026-01-15')));
});

test('a row with one of the identifiers becomes an observation of the asset, with the row as its evidence', () => {
  const world = createMiniature();
  world.declare([circle, usdc], '2026-01-15');
  world.capture('esma-emtwp', 'EMTWP-20260129.csv', '2026-01-29');
  const observed = ofSource(world, 'register:esma-emtwp');
  const listed = valueOf<RegisterListedValue>(observed.find(({ field }) => field === 'listed'));
  assert.equal([listed.status, listed.matchedBy], ['listed', 'identifier']);
  // Circle's other white paper (EURC) names another token, so its row does not match this asset.
  assert.is(new Set(observed.map(({ subjectKey }) => subjectKey)).size, 1);
  const [file] = world.values('feed.captures')[0]?.artifacts ?? [];
  assert.ok(observed.every(({ artifactId }) => artifactId === file?.sha256));
  const dtis = observed.find(({ field }) => field === 'ae_DTI');
  assert.match(dtis?.quote ?? '', /^M8G59S1ZR\|6BGZTT6GF/);
});

test('the order of arrival of the row and of the asset does not matter', () => {
  const [assetFirst, rowFirst] = [createMiniature(), createMiniature()];
  assetFirst.declare([circle, usdc], '2026-01-15');
  assetFirst.capture('esma-emtwp', 'EMTWP-20260129.csv', '2026-01-29');
  rowFirst.capture('esma-emtwp', 'EMTWP-20260129.csv', '2026-01-29');
  rowFirst.declare([circle, usdc], '2026-01-15');
  const ids = (world: Miniature): readonly string[] =>
    ofSource(world, 'register:esma-emtwp')
      .map(({ id }) => id)
      .sort();
  assert.ok(ids(assetFirst).length > 0);
  assert.equal(ids(rowFirst), ids(assetFirst), 'the very same observations');
});

test('an asset with a listed wallet matches a sanctions list in the same way', () => {
  const world = createMiniature();
  world.capture('ofac-addresses', 'ETH-2022-09-03.json', '2022-09-03');
  const listed = world.values('sanctions.entries')[0]?.wallets[0]?.address ?? '';
  world.declare([{ ...circle, wallets: [`eip155:1:${listed}`] }, usdc], '2026-01-15');
  const [match] = ofSource(world, 'list:ofac-addresses');
  assert.equal([match?.subjectKind, match?.field], ['list_entry', 'match']);
  const { level, status } = valueOf<{ readonly level: string; readonly status: string }>(match);
  assert.equal([level, status], ['L1', 'matched'], 'an exact identifier, not a similar name');
});

test.run();

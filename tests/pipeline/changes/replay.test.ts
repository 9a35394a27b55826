/** Real files of ESMA and OFAC through ingest, the joins and the fold of the asset. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyChange } from '../../../pipeline/changes/verify.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { Join } from '../../../pipeline/screening/join.ts';
import type { RowTopic } from '../../../pipeline/screening/join-rules.ts';
import type { Change, Observation, RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { addresses, emtwp, startIngest } from '../ingest/harness.ts';
import { assessed, at, changesIn, declared, declaredParty, fold, memoryState, subjectsIn } from './builders.ts';
import { bannedWords } from '../../../pipeline/changes/wording.ts';

/** One asset behind a join: rows in, the changes they cause out. */
function watch<R extends RowTopic>(
  join: Join<R>,
  given: { readonly asset: Partial<RegistryAsset>; readonly party: Partial<RegistryParty>; readonly since: number },
) {
  const view = join.open();
  const joined = memoryState();
  const asset = fold();
  const log: Observation[] = [];
  let offset = 0;

  const take = (observations: readonly Observation[]): readonly Change[] => {
    const written: Output[] = [];
    for (const observation of observations) {
      log.push(observation);
      written.push(...asset.outputs(observation));
    }
    for (const value of subjectsIn(written)) {
      const record = { topic: 'asset.subjects', partition: 0, offset: 0, timestamp: given.since, value } as const;
      written.push(
        ...view
          .update(record)(joined)
          .filter(({ topic }) => topic === 'observations'),
      );
    }
    return changesIn(written);
  };
  take([declared(given.since, given.asset), declaredParty(given.since, given.party)]);
  return {
    log,
    rows: (outputs: readonly Output[]): readonly Change[] =>
      outputs.flatMap((output) => {
        if (output.topic !== join.input) return [];
        const input = { ...output, partition: 0, offset: offset++ } as unknown as Parameters<typeof view.apply>[1];
        const result = view.apply(joined, input);
        if (result.kind === 'park') throw new Error(result.reason);
        return take(result.outputs.flatMap((one) => (one.topic === 'observations' ? [one.value] : [])));
      }),
  };
}

const dates = ['2026-01-29', '2026-01-30', '2026-02-09', '2026-08-21'] as const;

/** Changes of an asset of an issuer over the four files of ESMA's register, by file. */
function overRegister(lei: string, dti: readonly string[]) {
  const ingest = startIngest('esma-emtwp');
  const identifiers = { dti, ffg: [], isin: [] };
  const watched = watch(createAttribute({ registers: feeds }), {
    asset: { identifiers },
    party: { lei },
    since: at('2025-01-01'),
  });
  const byFile = dates.map((date) => {
    const { outputs } = ingest.run([emtwp(date.replaceAll('-', ''))], { asOf: at(date) });
    return watched.rows(outputs);
  });
  return { byFile, log: watched.log };
}

const told = (change: Change): string => `${change.field} ${assessed(change)} ${change.disposition}`;

test('Oddo BHF, 30 January 2026: the link moved on its host and a group was stated, one group of two changes', () => {
  const { byFile } = overRegister('9695002I9DJHZ3449O66', ['H1LDKQR5B']);
  assert.equal(byFile[0], [], 'the first file is the baseline');
  assert.equal(byFile[1]?.map(told).sort(), [
    'ae_DTI_FFG register_detail_changed/neutral transparency:neutral shown',
    'wp_url register_detail_changed/neutral transparency:neutral shown',
  ]);
  assert.is(new Set(byFile[1]?.map(({ groupId }) => groupId)).size, 1);
  assert.equal(byFile[2], []);
});

test('AllUnity: a new row in February; in August a link of another row, a date that went back and a re-keyed row', () => {
  const { byFile } = overRegister('3912007G8L8CD3HFIV26', []);
  assert.equal(byFile[0], []);
  assert.equal(byFile[1], []);
  assert.equal(byFile[2]?.map(told), [
    'listed register_added/strengthens legal_standing:strengthens transparency:strengthens shown',
  ]);
  assert.match(byFile[2]?.[0]?.detail ?? '', /of 9 February 2026 lists a row of the issuer, AllUnity GmbH/);
  const august = byFile[3] ?? [];
  const held = august.filter(({ disposition }) => disposition === 'held');
  assert.is(held.length, 4, 'the row that is gone and its three candidates');
  assert.ok(held.every(({ confirmed, notableAt }) => !confirmed && notableAt === null));
});

test('Ambr Payments is absent from one file: only the row of another entity with the same LEI has news', () => {
  const { byFile } = overRegister('875500AX7AO0XVYSQD64', []);
  assert.equal(byFile.slice(0, 3), [[], [], []]);
  const august = (byFile[3] ?? []).map((change) => `${told(change)}: ${change.detail}`);
  assert.is(august.length, 1);
  assert.match(august[0] ?? '', /^wp_url .* for Newrails, UAB differs from before/);
});

test('Circle: five more identifiers, which is neutral', () => {
  const { byFile } = overRegister('969500OYUDADGZKCR583', ['TJWK5QTRK']);
  assert.equal(byFile.slice(0, 3), [[], [], []]);
  const [dti] = byFile[3] ?? [];
  assert.is(dti?.field, 'ae_DTI');
  assert.match(dti?.explanation.whatDetail ?? '', /Added: \w{9}, \w{9}, \w{9}, \w{9} and \w{9}\.$/);
});

test('OFAC: a listed contract is told once, and again when the address leaves the list', () => {
  const ingest = startIngest('ofac-addresses');
  const address = '0x905b63fff465b9ffbf41dea908ceb12478ec7601';
  const watched = watch(createScreen({ feeds }), { asset: { address }, party: {}, since: at('2020-01-01') });
  const steps = ['2022-09-03', '2022-11-09', '2022-11-10', '2023-10-04', '2024-01-12'].map((date) => {
    const { outputs } = ingest.run([addresses(`ETH-${date}`)], { asOf: at(date), force: true });
    return watched.rows(outputs).map(assessed);
  });
  assert.equal(steps, [
    ['list_match_added/weakens legal_standing:weakens participant_protection:weakens'],
    ['list_match_removed/strengthens legal_standing:strengthens participant_protection:strengthens'],
    [],
    [],
    [],
  ]);
});

test('every change over the real files can be recomputed, and its words are plain', () => {
  for (const [lei, dti] of [
    ['9695002I9DJHZ3449O66', ['H1LDKQR5B']],
    ['3912007G8L8CD3HFIV26', []],
    ['969500OYUDADGZKCR583', ['TJWK5QTRK']],
  ] as const) {
    const { byFile, log } = overRegister(lei, dti);
    for (const change of byFile.flat()) {
      assert.ok(verifyChange(change, log).ok, change.title);
      assert.equal(bannedWords(`${change.title} ${change.detail} ${change.impact ?? ''}`), []);
    }
  }
});

test.run();

/** Eight months of ESMA's register of crypto-asset service providers, as assets of some of its entities live through them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyChange } from '../../../pipeline/changes/verify.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { seriesOf, startIngest } from '../ingest/harness.ts';
import { assessed, at } from './builders.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { watch } from './watched-asset.ts';

const ingest = startIngest('esma-casps');
const runs = seriesOf('esma-casps').map(({ date, file }) => ({
  date,
  outputs: ingest.run([file], { asOf: at(date) }).outputs,
}));

/** Changes of an asset of the issuer, by the date of the file. */
function raised(lei: string): readonly string[] {
  const watched = watch(createAttribute({ registers: feeds }), { asset: {}, party: { lei }, since: at('2025-01-01') });
  return runs.flatMap(({ date, outputs }) => {
    const changes: readonly Change[] = watched.rows(outputs);
    for (const change of changes) assert.ok(verifyChange(change, watched.log).ok, change.title);
    return changes.map((change) => `${date} ${change.field} ${assessed(change)}`);
  });
}

const detail = 'register_detail_changed';
const cases: readonly (readonly [entity: string, lei: string, expect: readonly string[]])[] = [
  [
    'Bitvavo, whose platform is no longer stated apart',
    '724500MX2WBKDJP9HE56',
    [`2026-08-17 ae_website_platform ${detail}/neutral legal_standing:neutral`],
  ],
  [
    'Coinbase, which may place crypto-assets since January',
    '984500F14CA4571AAC11',
    [
      `2026-01-23 ae_website ${detail}/neutral legal_standing:neutral`,
      `2026-01-23 ac_serviceCode ${detail}/strengthens legal_standing:strengthens`,
    ],
  ],
  [
    'Decubate, whose authorisation has ended',
    '894500ZVOL3A9LO8LN34',
    [
      '2026-08-17 ac_authorisationEndDate register_status_changed/weakens legal_standing:weakens participant_protection:weakens',
      `2026-08-17 ac_serviceCode_cou ${detail}/neutral legal_standing:neutral transferability:neutral`,
      `2026-08-17 ac_comments ${detail}/neutral transparency:neutral`,
    ],
  ],
  [
    'Circle, listed in summer',
    '969500OYUDADGZKCR583',
    ['2026-08-17 listed register_added/strengthens legal_standing:strengthens transparency:strengthens'],
  ],
  [
    'Revolut, whose row no longer names Hungary',
    '549300ET4IUR6RCZOL84',
    [`2026-08-17 ac_serviceCode_cou ${detail}/weakens legal_standing:weakens transferability:weakens`],
  ],
  [
    'FUMBI, whose name is written without spaces',
    '097900CAKA0000269926',
    [
      '2025-12-23 listed register_added/strengthens legal_standing:strengthens transparency:strengthens',
      `2026-03-10 ac_serviceCode_cou ${detail}/neutral legal_standing:neutral transferability:neutral`,
    ],
  ],
  ['Open Bank, whose row had no valid LEI until it was corrected', '5493000LM0MZ4JPMGM90', []],
  ['unlisted', '5493001KJTIIGC8Y1R12', []],
];

for (const [entity, lei, expect] of cases) test(`CASPS: ${entity}`, () => assert.equal(raised(lei), expect));

test.run();

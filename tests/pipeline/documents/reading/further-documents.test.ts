/** Labelled documents of further issuers: every value is right, its quote is verbatim, and what is missed is listed. */
import { suite } from 'uvu';
import '../../../support/read-once.ts';
import { hasSharedData } from '../../../support/shared-data.ts';
import { checkFurther, type FurtherDocument } from './further-documents.ts';

const test = suite('labelled documents of further issuers');

/** Documents by folder, with the plain fields that are missed. */
const documents: readonly FurtherDocument[] = [
  ['whitepapers/stabolut.2025-07-05', 'whitepaper', []],
  ['terms/okx.2026-08', 'terms', []],
  ['terms/solana.2026-08', 'terms', []],
  ['terms/wise.2026-08', 'terms', []],
  ['terms/zora.2026-08', 'terms', []],
  ['ixbrl/allox.2026-10-05.excerpt', 'whitepaper', []],
  ['reports/busd.2024-10-31', 'report', []],
  ['reports/eurc.2022-06-30', 'report', []],
  ['reports/eurc.2024-05-31', 'report', []],
  // The parts stand under dates in figures, on two pages.
  ['reports/fdusd.2023-06-30', 'report', ['reserve_coverage_ratio']],
  ['reports/fdusd.2026-02-28', 'report', []],
  ['reports/rlusd.2024-12-31', 'report', []],
  // The total stands once, and its parts are a picture.
  ['reports/rlusd.2025-10-31', 'report', ['reserve_coverage_ratio']],
  ['reports/rlusd.2026-02-27', 'report', ['reserve_coverage_ratio']],
  // Total and tokens stand once, without parts.
  ['reports/usdc.2018-10-31', 'report', ['reserve_coverage_ratio']],
  ['reports/usdc.2020-05-31', 'report', []],
  ['reports/usdc.2022-11-30', 'report', []],
  ['reports/usdc.2026-02-27', 'report', []],
];

for (const document of hasSharedData('disclosures-2') ? documents : []) test(document[0], () => checkFurther(document));

if (!hasSharedData('disclosures-2')) test.skip('the sample data is not there', () => undefined);

test.run();

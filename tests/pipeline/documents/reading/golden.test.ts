import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { hasSharedData } from '../../../support/shared-data.ts';
import { checkLabels, readLabelled } from './labelled-documents.ts';

const test = suite('labelled documents');

const whitePapers: readonly (readonly [path: string, missed: readonly string[]])[] = [
  ['whitepapers/arg-fan-token.2025-11-03', []],
  // Fees of others without a figure: no passage states that the issuer charges none.
  ['whitepapers/satlayer.2025-08-10', ['holder_fees']],
  ['whitepapers/ten.2025-10-30', ['holder_fees']],
];

test('white papers: every value is right, and at most one plain field in ten is missed', async () => {
  if (!hasSharedData('disclosures')) {
    console.log('skipped: the documents are not beside this tree (data/disclosures)');
    return;
  }
  let [plain, found] = [0, 0];
  for (const [path, expected] of whitePapers) {
    const result = checkLabels(await readLabelled(path, 'whitepaper'));
    assert.equal(result.missed, expected, path);
    plain += result.plain;
    found += result.found;
  }
  assert.ok(found / plain >= 0.9, `${found} of ${plain}`);
});

const others: readonly (readonly [path: string, kind: Term<'sourceKind'>, missed: readonly string[]])[] = [
  // It states that no law is agreed, and names none.
  ['ixbrl/sbp-token.2026-03-27.transcribed', 'whitepaper', []],
  // Two laws by the residence of the user; periods of other notices only.
  ['terms/binance-2025-12-05', 'terms', ['governing_law', 'amendment_notice']],
  ['terms/coinbase-2022-09-20', 'terms', []],
  // The terms change without notice, and those of a service in them with prior notice.
  ['terms/kraken-2024-12-17', 'terms', ['amendment_notice']],
  ['terms/opensea-2025-02-13', 'terms', []],
];
for (const [path, kind, missed] of others) {
  test(`${path}: every value is right`, async () => {
    if (!hasSharedData('disclosures')) {
      console.log('skipped: the documents are not beside this tree (data/disclosures)');
      return;
    }
    assert.equal(checkLabels(await readLabelled(path, kind)).missed, missed);
  });
}

test.run();

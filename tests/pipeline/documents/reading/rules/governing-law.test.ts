/** Cells about the law: one that states that none is agreed, beside those that only begin so. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { governingLaw } from '../../../../../pipeline/documents/reading/rules/governing-law.ts';
import { inCell, type Outcome } from '../form-outcomes.ts';

const test = suite('cells about the governing law');

const none = 'There is no written agreement between the parties that sets out the laws that govern their relations.';
const cells: readonly (readonly [text: string, outcome: Outcome])[] = [
  [none, null],
  [`${none} They then depend on where the parties are and on what was intended.`, null],
  ['There are no contractual provisions on the applicable law.', null],
  ['There is no contract which names the governing law; courts decide it by their own rules.', null],
  [`${none} The laws of Ireland apply to the white paper.`, 'left'],
  [`${none} Irish law applies to the white paper.`, 'left'],
  [`${none} The courts of Malta decide.`, 'left'],
  ['There is no written agreement with holders.', 'left'],
  ['There is no law that governs the token.', 'left'],
  ['If there is no agreement on the applicable law, it depends on the holder.', 'left'],
  ['Ireland', { law: 'IE' }],
  ['Not applicable', null],
];
for (const [text, outcome] of cells) {
  test(`a cell about the law: ${text}`, () => {
    assert.equal(inCell(governingLaw, text), outcome);
  });
}

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formerNamesInText } from '../../../../pipeline/publishers/sanctions/former-names-in-text.ts';

const own = [{ name: 'Brindlemoor Group', kind: 'primary', weak: false }] as const;

const texts: readonly (readonly [text: string, former: readonly string[]])[] = [
  ['', []],
  ['Formerly Chief of Staff of the Tarnfeld army', []],
  ['Linked to Tarnfeld Ltd (formerly known as Quarnholt Ltd)', []],
  ['Formerly known as', []],
  ['Formerly known as the owner of Quarnholt.', []],
  ['It was in Tarnfeld, formerly known as Quarnholt, that it met.', []],
  [`Formerly known as ${'Q'.repeat(300)}`, ['Q'.repeat(201)]],
  ['Formerly known as Quarnholt Trading.', ['Quarnholt Trading']],
  ['Formerly known as: “Quarnholt, Tarnfeld and Sons”.', ['Quarnholt, Tarnfeld and Sons']],
  ['Brindlemoor Group (formerly known as Quarnholt) is a company of Tarnfeld.', ['Quarnholt']],
  ['BRINDLEMOOR GROUP, previously known as Quarnholt until 2019, ships coal.', ['Quarnholt']],
  ['A shipping company. Previously named Quarnholt (2011–2019).', ['Quarnholt']],
  ['Owner: Tarnfeld; f/k/a Quarnholt; f.k.a. Ostrikant', ['Quarnholt', 'Ostrikant']],
  ['A company\nFormerly called Кварнхольт', ['Кварнхольт']],
  ['formerly known as Quarnholt which was founded in 2001', ['Quarnholt']],
];
for (const [text, former] of texts) {
  test(`former names in ${JSON.stringify(text.slice(0, 80))}`, () => {
    const found = formerNamesInText(text, own);
    assert.equal(
      found.map(({ name }) => name),
      former,
    );
    assert.ok(found.every(({ kind, weak }) => kind === 'previous' && !weak));
  });
}

test.run();

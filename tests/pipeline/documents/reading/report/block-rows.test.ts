/** Labels and amounts of a page of HTML without tables. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { rowsOf } from '../../../../../pipeline/documents/reading/report/rows.ts';

const amounts = async (html: string): Promise<readonly (readonly [label: string, amount: string])[]> => {
  const { reading } = await readBytes(Buffer.from(html), { class: null, charset: null });
  return rowsOf(reading).flatMap(({ label, amounts: own }) => own.map(({ text }) => [label, text] as const));
};

const figures = [
  ['Total reserves', '$4,200,000'],
  ['Tokens in circulation', '$4,100,000'],
] as const;
const heading = '<h2>Reserve assets as of June 30, 2025</h2>';

for (const [layout, of] of [
  ['a list of terms', (label: string, amount: string) => `<dl><dt>${label}</dt><dd>${amount}</dd></dl>`],
  ['blocks side by side', (label: string, amount: string) => `<p>${label}</p><p>${amount}</p>`],
  ['cards', (label: string, amount: string) => `<div><div>${label}</div><div>${amount}</div></div>`],
] as const) {
  test(`an amount below its label has it: ${layout}`, async () => {
    assert.equal(await amounts(heading + figures.map(([label, amount]) => of(label, amount)).join('')), figures);
  });
}

for (const [layout, of] of [
  ['cards', (label: string, amount: string) => `<div><div>${amount}</div><div>${label}</div></div>`],
  ['items', (label: string, amount: string) => `<ul><li><p>${amount}</p><p>${label}</p></li></ul>`],
] as const) {
  test(`an amount above its label has no other one: ${layout}`, async () => {
    const found = await amounts(heading + figures.map(([label, amount]) => of(label, amount)).join(''));
    assert.equal(
      found.map(([label]) => label),
      ['', ''],
    );
  });
}

test.run();

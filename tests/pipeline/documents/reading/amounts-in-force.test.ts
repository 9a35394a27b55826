/** Amounts of terms as pages write them, and sentences that are struck out, hidden, or not known to be in force. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../infra/reading/readers/read-bytes.ts';
import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../pipeline/documents/reading/readers.ts';

const test = suite('amounts that are in force');

async function statedOn(html: string): Promise<readonly unknown[]> {
  const page = `<!doctype html><html lang="en"><head><title>T</title></head><body><main><h1>Terms</h1>${html}</main></body></html>`;
  const { reading } = await readBytes(Buffer.from(page), { class: null, charset: null });
  const profile = { id: 'terms', language: 'en' };
  const view = viewOf(reading, { kind: 'terms', profile, url: 'https://issuer.example/terms', isWhole: true });
  return readFields(view, fieldReaders).stated.map(({ value }) => value);
}

/** The amount that is read of the minimum; null where it may be another one. */
const amounts: readonly (readonly [written: string, amount: string | null])[] = [
  ['EUR 1 000', null],
  ['EUR 1&nbsp;000', null],
  ['EUR 1\u{202f}000', null],
  ['USD 1 000 000', null],
  ['EUR 1.000,50', null],
  ['USD 1,00,000', null],
  ['USD 5 lakh', null],
  ['USD 1 hundred', null],
  ['USD 2 mio', null],
  ['USD 100/200', null],
  ['USD 100²', null],
  ['USD 100₂', null],
  ['USD 100 <sup>2</sup>', null],
  ['USD 100<sup>a</sup>', null],
  ['USD 100<a href="#n"><sup>2</sup></a>', null],
  ['USD 10<sup>6</sup>', null],
  ['USD 1e6', null],
  ['USD -100', null],
  ['USD 1,000–5,000', null],
  ["CHF 2'500'000", '2500000'],
  ['CHF 1’000.–', '1000'],
  ['USD 2.5 million', '2500000'],
  ['USD 250 thousand', '250000'],
  ['USD 3bn', '3000000000'],
  ['USD 100[2]', '100'],
  ['USD 100†', '100'],
];
for (const [written, amount] of amounts)
  test(`a minimum of ${written}`, async () => {
    const [value] = await statedOn(`<p>The minimum redemption amount is ${written}.</p>`);
    assert.is((value as { amount?: string } | undefined)?.amount ?? null, amount);
  });

/** The fee that is read, in basis points; null where none is in force for certain. */
const fees: readonly (readonly [html: string, bps: string | null])[] = [
  ['<p>The redemption fee is 0.25²%.</p>', null],
  ['<p>As of 1 January 2030, the redemption fee is 0.25%.</p>', null],
  ['<p>After 31 December 2029 the redemption fee is 0.25%.</p>', null],
  ['<p>Before 31 December 2026 the redemption fee is 0.25%.</p>', null],
  ['<p>In 2025 the redemption fee is 0.25%.</p>', null],
  ['<p>For the year 2027, the redemption fee is 0.25%.</p>', null],
  ['<p>Beginning with Q3 2027 the redemption fee is 0.25%.</p>', null],
  ['<p>The redemption fee will be 0.25% once the new terms apply.</p>', null],
  ['<p>The redemption fee is set at 0.25% during the launch phase.</p>', null],
  ['<p>Draft: the redemption fee is 0.25%.</p>', null],
  ['<p>The redemption fee is no longer 0.25%.</p>', null],
  ['<p>The redemption fee is planned at 0.25%.</p>', null],
  ['<style>.x{text-decoration:line-through}</style><p class="x">The redemption fee is 0.25%.</p>', null],
  ['<p><del>We charge a fee. The redemption fee is 0.25%.</del></p>', null],
  ['<p>The redemption fee is <ins>not </ins>0.25%.</p>', null],
  ['<template><p>The redemption fee is 0.25%.</p></template>', null],
  ['<noscript><p>The redemption fee is 0.25%.</p></noscript>', null],
  ['<p>The redemption fee is <span style="text-decoration:line-through">0.10%</span> 0.25%.</p>', '25'],
  ['<p>The redemption fee is <strike>0.10%</strike><u>0.25%</u>.</p>', '25'],
  ['<p>The redemption fee is 0.25%<del> plus 1 USD</del>.</p>', '25'],
  ['<p>Until further notice the redemption fee is 0.25%.</p>', '25'],
  ['<p>The redemption fee is 0.25%<sup>3</sup>.</p>', '25'],
];
for (const [html, bps] of fees)
  test(html, async () => {
    const [value] = await statedOn(html);
    assert.is((value as { bps?: string } | undefined)?.bps ?? null, bps);
  });

test.run();

/** A sentence before a list that takes its items back. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';

const test = suite('sentences that lead to a list');

async function feeIn(text: string): Promise<unknown> {
  const { reading } = await readBytes(Buffer.from(text), { class: null, charset: null });
  const profile = { id: 'terms', language: 'en' };
  const view = viewOf(reading, { kind: 'terms', profile, url: 'https://issuer.example/terms', isWhole: true });
  return readFields(view, fieldReaders).stated.find(({ field }) => field === 'redemption_fee')?.value;
}

const fee = 'a redemption fee of 0.25%';
const page = (body: string): string => `<!doctype html><html lang="en"><body><main>${body}</main></body></html>`;
const cases: readonly (readonly [text: string, isStated: boolean])[] = [
  [`We do not charge:\n\n- an issue fee\n- ${fee}\n`, false],
  [`We may charge one of:\n- ${fee}\n- a custody fee`, false],
  [page(`<p>We never charge:</p><ul><li>an issue fee</li><li>${fee}</li></ul>`), false],
  [page(`<ol><li>We never charge:<ul><li>an issue fee</li><li>${fee}</li></ul></li></ol>`), false],
  [`We charge:\n- an issue fee\n- ${fee}\n`, true],
  [`You may not:\n- trade\n\nWe charge ${fee}.`, true],
  [page(`<ol><li>You may not:<ul><li>trade</li></ul></li><li>We charge ${fee}.</li></ol>`), true],
];
for (const [text, isStated] of cases)
  test(text, async () => assert.equal(await feeIn(text), isStated ? { bps: '25' } : undefined));

test.run();

/** Rules that do not find their place any more, over captures of a page. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { afterCapture, type DocumentState } from '../../../../pipeline/publishers/documents/schedule/document-state.ts';
import { watchRules } from '../../../../pipeline/publishers/documents/watch-rules.ts';
import { captured, type CaptureStep } from '../../documents/reading/captures.ts';

const filler = Array.from({ length: 80 }, (_, at) => `<p>Clause ${at} states how token number ${at * 7} is kept.</p>`);
const page = (...sentences: readonly string[]): string =>
  `<html><body>${sentences.map((one) => `<p>${one}</p>`).join('')}${filler.join('')}</body></html>`;

const fee = 'We charge a redemption fee of 0.10% on each request.';
/** Its words are those of the sentence, in two blocks, which no rule joins. */
const split = ['We charge a redemption', 'fee of 0.10% on each request.'];
const law = 'These terms are governed by the laws of Ireland.';

/** Alarms after each capture. */
async function alarmsOver(steps: readonly CaptureStep[]): Promise<readonly (readonly string[])[]> {
  const { captures, artifacts } = await captured(steps);
  const watch = watchRules({
    has: async (sha256) => artifacts.has(sha256),
    get: async (sha256) => artifacts.get(sha256) ?? Buffer.alloc(0),
  });
  let state: DocumentState | null = null;
  const seen: (readonly string[])[] = [];
  for (const capture of captures) {
    state = afterCapture(state, capture);
    await watch.captured(capture, state);
    seen.push(watch.alarms());
  }
  return seen;
}

const alarm = [
  'The rules found redemption_fee in https://issuer.example/terms before, and nothing in its last two captures.',
];

test('a field that is missed in two captures in a row is an alarm until it is found again', async () => {
  const steps: readonly CaptureStep[] = [
    { hours: 0, body: page(fee, law) },
    { hours: 12, body: page(...split, law) },
    { hours: 24, body: null },
    { hours: 36, body: page(fee, law, 'Another clause.') },
  ];
  assert.equal(await alarmsOver(steps), [[], [], alarm, []]);
});

test('two texts in a row that lack it are two captures', async () => {
  const steps: readonly CaptureStep[] = [
    { hours: 0, body: page(fee, law) },
    { hours: 12, body: page(...split, law) },
    { hours: 24, body: page(...split, law, 'Another clause.') },
  ];
  assert.equal(await alarmsOver(steps), [[], [], alarm]);
});

test('a field whose words are gone is a change of the document, and no alarm', async () => {
  const steps: readonly CaptureStep[] = [
    { hours: 0, body: page(fee, law) },
    { hours: 12, body: page(law) },
    { hours: 24, body: null },
  ];
  assert.equal(await alarmsOver(steps), [[], [], []]);
});

test('another text in place of the document, such as an error page, is an alarm for each of its fields', async () => {
  const sorry = Array.from({ length: 40 }, (_, at) => `<p>Part ${at} of this site is being repaired.</p>`).join('');
  const steps: readonly CaptureStep[] = [
    { hours: 0, body: page(fee, law) },
    { hours: 12, body: `<html><body>${sorry}</body></html>` },
    { hours: 24, body: null },
    { hours: 36, body: page(fee, law, 'Another clause.') },
  ];
  const both = ['redemption_fee', 'governing_law'].map((field) => alarm[0]?.replace('redemption_fee', field));
  assert.equal(await alarmsOver(steps), [[], [], both, []]);
});

test('rules that leave a passage out are counted for each document', async () => {
  const { captures, artifacts } = await captured([
    { hours: 0, body: page('We may charge a redemption fee of 1%.', law) },
  ]);
  const watch = watchRules({
    has: async (sha256) => artifacts.has(sha256),
    get: async (sha256) => artifacts.get(sha256) ?? Buffer.alloc(0),
  });
  for (const capture of captures) {
    const state = afterCapture(null, capture);
    await watch.captured(capture, state);
    await watch.captured({ ...capture, documentId: 'e'.repeat(64) }, state);
  }
  assert.equal(watch.abstained(), { 'keyword:redemption-fee-of-percent': 2 });
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Reading } from '../../../../schemas/values/reading.ts';
import { startReadingThread } from '../../../support/reading-thread.ts';
import { feesOf } from './fees.ts';
import { pdfOf } from './pdf-file.ts';
import { hiddenAt, type PdfWay, pdfWays, text } from './pdf-ways.ts';

const { read, close } = startReadingThread();
test.after(close);

const around = [
  'These terms govern the use of the token by its holders and by the issuer of it.',
  'They describe how tokens are issued, kept, moved and returned, and what the issuer may do.',
];

async function readWay({ draw, after, ...parts }: PdfWay): Promise<Reading> {
  const { sentence, x, y } = hiddenAt;
  const content = [text(around[0] ?? '', x, y + 40), draw(sentence, x, y), text(around[1] ?? '', x, y - 40)].join('');
  const { reading, reason } = await read(pdfOf({ ...parts, content: `${content}${after?.(x, y) ?? ''}` }));
  if (reading === null) throw new Error(reason ?? 'there is no reading');
  return reading;
}

const linesOf = (reading: Reading): readonly string[] =>
  reading.pages.flatMap(({ lines }) => lines.map(({ cells }) => cells.map(([, , shown]) => shown).join(' ')));

test('the sentence is a value where nothing hides it', async () => {
  const reading = await readWay({ draw: (sentence, x, y) => text(sentence, x, y) });
  assert.equal(feesOf(reading), [{ bps: '25' }]);
  assert.equal(reading.alarms, []);
});

for (const [name, way] of Object.entries(pdfWays)) {
  test(`text that people do not see is no value without an alarm: ${name}`, async () => {
    const reading = await readWay(way);
    if (feesOf(reading).length > 0) assert.match(reading.alarms.join('; '), /has text that people may not see/);
    else if (way.annotations === undefined) assert.is.not(reading.alarms.length, 0, 'what is left out is counted');
    assert.ok(linesOf(reading).includes(around[1] ?? ''), 'the text around is read');
  });
}

test.run();

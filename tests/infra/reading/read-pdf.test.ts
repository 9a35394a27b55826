import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { at, pdf, pdfWithGlyphs } from '../../support/pdf.ts';
import { unreadMark } from '../../../schemas/values/reading.ts';
import { startReadingThread } from '../../support/reading-thread.ts';

const { read, close } = startReadingThread();
test.after(close);

test('garbage after the header fails with a sentence', async () => {
  const { ended, reason } = await read('%PDF-1.7\nno document');
  assert.is(ended, 'failed');
  assert.match(reason ?? '', /^the document is damaged/);
});

test('lines, cells, marks of footnotes and drawn lines have their places', async () => {
  const content = [
    at(60, 700, 10, 'Total Reserve'),
    at(122, 704, 6, '2'),
    at(300, 700, 10, '1,234.50'),
    '60 690 m 400 690 l S\n',
    'q 1 0 0 1 0 -100 cm 60 690 200 20 re S Q\n',
  ].join('');
  const { reading, ended } = await read(pdf(content));
  assert.is(ended, 'whole');
  const page = reading?.pages[0];
  if (page === undefined) throw new Error('the document has a page');
  assert.equal([page.w, page.h, page.unread], [600, 800, 0]);
  assert.is(page.lines.length, 1);
  assert.equal(page.lines[0]?.marks, ['2']);
  assert.is(page.lines[0]?.y, 100);
  assert.equal(
    page.lines[0]?.cells.map(([x0, , text]) => [x0, text]),
    [
      [60, 'Total Reserve'],
      [300, '1,234.50'],
    ],
  );
  assert.equal(page.rules, [
    [110, 60, 400],
    [190, 60, 260],
    [210, 60, 260],
  ]);
});

test('a page whose fonts hide the text gives no letter of it, and is not read whole', async () => {
  const shown = at(60, 700, 10, 'Redemption fee');
  // The glyph numbers spell a fee for a reader that takes them for letters; the font has no map to the letters that they draw.
  const hidden = 'BT /H 10 Tf 1 0 0 1 300 700 Tm <0046006500650020003200350020006200700073> Tj ET\n';
  const { reading, ended, reason } = await read(pdfWithGlyphs(`${shown}${hidden}`));
  assert.is(ended, 'partly');
  assert.match(reason ?? '', /^page 1 has text without a map to letters/);
  const cells = reading?.pages[0]?.lines.flatMap((line) => line.cells.map(([, , text]) => text)) ?? [];
  assert.equal(cells, ['Redemption fee', unreadMark]);
});

test('pages beyond the budget are left out, and the reading is partly', async () => {
  const { reading, ended, reason } = await read(pdf(...Array.from({ length: 501 }, () => '')));
  assert.is(ended, 'partly');
  assert.is(reason, 'the document has 501 pages; 500 are read');
  assert.is(reading?.pages.length, 500);
});

test.run();

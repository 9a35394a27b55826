import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readerLimits } from '../../../infra/reading/limits.ts';
import { readDocument } from '../../../infra/reading/read-document.ts';
import { at, pdf, pdfWithGlyphs } from '../../support/pdf.ts';
import { unreadMark } from '../../../schemas/values/reading.ts';
import { patientLimits } from '../../support/patient-limits.ts';
import { hasSharedData, sharedBytes, sharedFiles } from '../../support/shared-data.ts';

test('garbage after the header fails with a sentence', async () => {
  const read = await readDocument(Buffer.from('%PDF-1.7\nno document'), null);
  assert.is(read.ended, 'failed');
  assert.match(read.reason ?? '', /^the document is damaged/);
});

test('lines, cells, marks of footnotes and drawn lines have their places', async () => {
  const content = [
    at(60, 700, 10, 'Total Reserve'),
    at(122, 704, 6, '2'),
    at(300, 700, 10, '1,234.50'),
    '60 690 m 400 690 l S\n',
    'q 1 0 0 1 0 -100 cm 60 690 200 20 re S Q\n',
  ].join('');
  const { reading, ended } = await readDocument(pdf(content), null);
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
  // The glyph numbers spell a fee for a reader that takes them for letters; the font says nothing of what they draw.
  const hidden = 'BT /H 10 Tf 1 0 0 1 300 700 Tm <0046006500650020003200350020006200700073> Tj ET\n';
  const { reading, ended, reason } = await readDocument(pdfWithGlyphs(`${shown}${hidden}`), null);
  assert.is(ended, 'partly');
  assert.match(reason ?? '', /^page 1 has text without a map to letters/);
  const cells = reading?.pages[0]?.lines.flatMap((line) => line.cells.map(([, , text]) => text)) ?? [];
  assert.equal(cells, ['Redemption fee', unreadMark]);
});

test('pages beyond the budget are left out, and the reading is partly', async () => {
  const { reading, ended, reason } = await readDocument(
    pdf(...Array.from({ length: 510 }, () => at(50, 700, 10, 'x'))),
    null,
  );
  assert.is(ended, 'partly');
  assert.is(reason, 'the document has 510 pages; 500 are read');
  assert.is(reading?.pages.length, 500);
});

const isThere = hasSharedData('disclosures');

test('hostile PDFs end within 35 s, and their reader takes nothing from this process', async () => {
  if (!isThere) {
    console.log('skipped: the hostile PDFs are not beside this tree (data/disclosures)');
    return;
  }
  const before = process.memoryUsage.rss();
  for (const path of sharedFiles('disclosures/hostile').filter((file) => file.endsWith('.pdf'))) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isEndless = ['form-fan', 'many-ops'].some((one) => name.startsWith(one));
    const start = performance.now();
    const { ended, reason, limit } = await readDocument(
      sharedBytes(path),
      null,
      isEndless ? { limits: { ...readerLimits, timeMs: 3_000 } } : {},
    );
    assert.ok(performance.now() - start < 35_000, name);
    assert.ok(ended === 'whole' || (reason ?? '') !== '', name);
    if (isEndless) assert.is(limit, 'time', name);
    if (name.startsWith('bomb-')) assert.is(reason, 'the reader took more memory than its limit');
    assert.ok(process.memoryUsage.rss() - before < 64 * 1024 ** 2, `${name} left memory behind`);
  }
});

test('a real white paper is read whole, with its pages', async () => {
  if (!isThere) {
    console.log('skipped: the document is not beside this tree (data/disclosures)');
    return;
  }
  // The reports of the other issuers are read in a process as well, where their values are compared with labels.
  const name = 'whitepapers/satlayer.2025-08-10.pdf';
  const { reading, ended } = await readDocument(sharedBytes(`disclosures/${name}`), null, { limits: patientLimits });
  assert.is(ended, 'whole');
  assert.is(reading?.pages.length, 26);
});

test.run();

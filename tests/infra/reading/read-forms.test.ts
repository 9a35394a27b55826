import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startReadingThread } from '../../support/reading-thread.ts';
import { type PdfParts, pdfOf, streamOf } from './unseen/pdf-file.ts';
import { text } from './unseen/pdf-ways.ts';

const { read, close } = startReadingThread();
test.after(close);

const acroForm = '/AcroForm << /Fields [{annotations}] /DR << /Font << /F 3 0 R >> >> >>';
const field = (members: string, rect = '205 632 255 648'): string =>
  `<< /Type /Annot /Subtype /Widget /T (a) /DA (/F 10 Tf 0 g) /Rect [${rect}] /F 4 ${members} >>`;
const note = (members: string): string =>
  `<< /Type /Annot /Subtype /FreeText /DA (/F 10 Tf 0 g) /Rect [60 630 400 650] /F 4 ${members} >>`;
const appearance = (shown: string, width: number): string =>
  streamOf(
    `/Type /XObject /Subtype /Form /BBox [0 0 ${width} 16] /Resources << /Font << /F 3 0 R >> >>`,
    `/Tx BMC q ${text(shown, 2, 5)} Q EMC`,
  );
const sentence = text('We charge a fee of', 60, 640) + text('on each request.', 260, 640);
const whole = 'We charge a fee of 0.25% on each request.';

interface FormCase extends Partial<PdfParts> {
  readonly lines: readonly string[];
  readonly reason?: RegExp;
}

const cases: Readonly<Record<string, FormCase>> = {
  'a field without an appearance': { annotations: [field('/FT /Tx /V (0.25%)')], lines: [whole] },
  'a field with its appearance': {
    annotations: [field('/FT /Tx /V (0.25%) /AP << /N {1} >>')],
    objects: [appearance('0.25%', 50)],
    lines: [whole],
  },
  'a field that programs are to draw again': {
    annotations: [field('/FT /Tx /V (0.25%)')],
    catalog: acroForm.replace('/Fields', '/NeedAppearances true /Fields'),
    lines: [whole],
  },
  'a field lower than its sentence': {
    annotations: [field('/FT /Tx /V (0.25%)', '205 629 255 645')],
    lines: [whole],
  },
  'a field of which one of several is chosen': {
    annotations: [field('/FT /Ch /Ff 131072 /Opt [(0.10%) (0.25%)] /V (0.25%)')],
    lines: [whole],
  },
  'a field of several lines': {
    content: '',
    annotations: [field('/FT /Tx /Ff 4096 /V (We charge a fee of\n0.25% on each request.)', '60 600 300 640')],
    lines: ['We charge a fee of', '0.25% on each request.'],
  },
  'a field whose value is in two bytes a letter': {
    annotations: [field('/FT /Tx /V <FEFF0030002E003200350025>')],
    lines: [whole],
  },
  'a field that takes one letter a box': {
    annotations: [field('/FT /Tx /Ff 16777216 /MaxLen 5 /V (0.25%)')],
    lines: [whole],
  },
  'a field whose value is with its parent': {
    annotations: [field('/Parent {1}')],
    catalog: '/AcroForm << /Fields [{1}] /DR << /Font << /F 3 0 R >> >> >>',
    objects: ['<< /FT /Tx /T (fee) /V (0.25%) /Kids [{annotations}] >>'],
    lines: [whole],
  },
  'a field that people do not see': {
    annotations: [field('/FT /Tx /V (0.25%)').replace('/F 4', '/F 2')],
    lines: ['We charge a fee of on each request.'],
  },
  'a field that is on no screen': {
    annotations: [field('/FT /Tx /V (0.25%)').replace('/F 4', '/F 32')],
    lines: ['We charge a fee of on each request.'],
  },
  'a note that people do not see': {
    content: '',
    annotations: [note(`/Contents (${whole})`).replace('/F 4', '/F 2')],
    lines: [],
  },
  'an empty field': {
    annotations: [field('/FT /Tx /V ()')],
    lines: ['We charge a fee of on each request.'],
  },
  'a box that is ticked': {
    annotations: [field('/FT /Btn /V /Yes /AS /Yes')],
    lines: ['We charge a fee of on each request.'],
    reason: /page 1 has a field of a form whose value is not read/,
  },
  'a note without an appearance': {
    content: '',
    annotations: [note(`/Contents (${whole})`)],
    lines: [whole],
  },
  'a note with its appearance': {
    content: '',
    annotations: [note(`/Contents (${whole}) /AP << /N {1} >>`)],
    objects: [appearance(whole, 340)],
    lines: [whole],
  },
  'a form of another kind': {
    catalog: '/AcroForm << /XFA {1} /Fields [] >>',
    objects: [streamOf('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')],
    lines: ['We charge a fee of on each request.'],
    reason: /is a form of XFA, which is not read/,
  },
};

for (const [name, { lines, reason, ...parts }] of Object.entries(cases)) {
  test(`form: ${name}`, async () => {
    const found = await read(pdfOf({ content: sentence, catalog: acroForm, ...parts }));
    const shown = found.reading?.pages[0]?.lines.map(({ cells }) => cells.map(([, , one]) => one).join(' '));
    assert.equal(shown, lines);
    if (reason === undefined) assert.is(found.reason, null);
    else assert.match(found.reason ?? '', reason);
  });
}

test('a picture that takes more than 15 % of the page is listed with its box', async () => {
  const image = streamOf(
    '/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    'ab',
  );
  const resources = '/XObject << /I {1} >>';
  const placed = (size: string): string => `${sentence}q ${size} cm /I Do Q\n`;
  const large = await read(pdfOf({ content: placed('400 0 0 300 100 100'), resources, objects: [image] }));
  assert.equal(large.reading?.pages[0]?.pictures, [[100, 400, 500, 700]]);
  const small = await read(pdfOf({ content: placed('100 0 0 100 100 100'), resources, objects: [image] }));
  assert.is(small.reading?.pages[0]?.pictures, undefined);
});

test('struck text is listed with its place, and in no line', async () => {
  const struck = `${text('0.10%', 60, 600)}q 1 w 60 603 m 90 603 l S Q\n`;
  const { reading } = await read(pdfOf({ content: sentence + struck }));
  assert.is(reading?.pages[0]?.lines.length, 1);
  assert.equal(reading?.pages[0]?.struck, [[60, 190, 88.4, 200, '0.10%']]);
});

test('letters that are covered inside of a sentence leave a mark, unless others are written over them', async () => {
  const covered = `${text('We do not charge a fee.', 60, 600)}q 0 g 90 597 16 12 re f Q\n`;
  const { reading } = await read(pdfOf({ content: covered }));
  const shown = reading?.pages[0]?.lines[0]?.cells.map(([, , one]) => one).join(' ') ?? '';
  assert.match(shown, /^We do ?\ufffd+ ?charge a fee\.$/);
});

test.run();

import { type PdfParts, streamOf } from './pdf-file.ts';

/** How a page hides a sentence: its content for the sentence, and what else the file needs. */
export interface PdfWay extends Omit<PdfParts, 'content'> {
  /** Operators that draw the sentence at a place. */
  readonly draw: (sentence: string, x: number, y: number) => string;
  /** Operators after all other text of the page. */
  readonly after?: (x: number, y: number) => string;
}

export const text = (sentence: string, x: number, y: number, size = 10): string =>
  `BT /F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${sentence}) Tj ET\n`;

const width = 250;
const state = (members: string): Pick<PdfParts, 'resources'> => ({ resources: `/ExtGState << /G << ${members} >> >>` });
const inState = (operators: string): string => `q /G gs ${operators} Q\n`;
const box = (colour: string, x: number, y: number, w = width, h = 14): string =>
  `q ${colour} rg ${x - 2} ${y - 3} ${w} ${h} re f Q\n`;
const plain = (sentence: string, x: number, y: number): string => text(sentence, x, y);
const mode = (number: number): PdfWay => ({
  draw: (sentence, x, y) => `q BT /F 10 Tf ${number} Tr 1 0 0 1 ${x} ${y} Tm (${sentence}) Tj ET Q\n`,
});
const coloured = (colour: string): PdfWay => ({ draw: (s, x, y) => `q ${colour} ${text(s, x, y)} Q\n` });
const covered = (operators: (x: number, y: number) => string, others: Partial<PdfWay> = {}): PdfWay => ({
  draw: (s, x, y) => plain(s, x, y) + operators(x, y),
  ...others,
});
const line = (x: number, y: number, height = 1): string => `q ${height} w ${x} ${y} m ${x + width} ${y} l S Q\n`;

const layers = (config: string): Partial<PdfWay> => ({
  resources: '/Properties << /O {1} >>',
  objects: ['<< /Type /OCG /Name (Old) /Usage << /Print << /PrintState /OFF >> /View << /ViewState /OFF >> >> >>'],
  catalog: `/OCProperties << /OCGs [{1}] /D << ${config} >> >>`,
});
const layered = (s: string, x: number, y: number): string => `/OC /O BDC ${text(s, x, y)} EMC\n`;
const form = (s: string, x: number, y: number, members: string): string =>
  streamOf(`/Type /XObject /Subtype /Form ${members} /Resources << /Font << /F 3 0 R >> >>`, text(s, x, y));
const strike = (members: string): Partial<PdfWay> => ({
  annotations: [`<< /Type /Annot /Subtype /StrikeOut ${members} /C [1 0 0] >>`],
});
const hiddenSentence = 'We charge a redemption fee of 0.25% on each request.';
const [atX, atY] = [60, 640] as const;
const inForm = (members: string): PdfWay => ({
  draw: () => '/X Do\n',
  resources: '/XObject << /X {1} >>',
  objects: [form(hiddenSentence, atX, atY, members)],
});

/** Every way hides the same sentence at the same place of the page. */
export const pdfWays: Readonly<Record<string, PdfWay>> = {
  'a layer that is off': { draw: layered, ...layers('/OFF [{1}]') },
  'a layer that is off by the base state': { draw: layered, ...layers('/BaseState /OFF') },
  'a layer that is off in print': {
    draw: layered,
    ...layers('/AS [<< /Event /Print /Category [/Print] /OCGs [{1}] >>]'),
  },
  'a layer around a form': {
    ...inForm('/BBox [0 0 600 800] /OC {2}'),
    objects: [form(hiddenSentence, atX, atY, '/BBox [0 0 600 800] /OC {2}'), '<< /Type /OCG /Name (Old) >>'],
    catalog: '/OCProperties << /OCGs [{2}] /D << /OFF [{2}] >> >>',
  },
  'a membership of layers that are off': {
    draw: layered,
    resources: '/Properties << /O {1} >>',
    objects: ['<< /Type /OCMD /OCGs [{2}] /P /AllOn >>', '<< /Type /OCG /Name (Old) >>'],
    catalog: '/OCProperties << /OCGs [{2}] /D << /OFF [{2}] >> >>',
  },
  'drawing mode 3': mode(3),
  'drawing mode 7': mode(7),
  'drawing mode 3 in a form': {
    ...inForm(''),
    objects: [
      streamOf(
        '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >>',
        `3 Tr ${text(hiddenSentence, atX, atY)}`,
      ),
    ],
  },
  'no opacity': { draw: (s, x, y) => inState(text(s, x, y)), ...state('/ca 0') },
  'opacity of 0.05': { draw: (s, x, y) => inState(text(s, x, y)), ...state('/ca 0.05') },
  'outlines without opacity': { draw: (s, x, y) => inState(`1 Tr ${text(s, x, y)}`), ...state('/CA 0.02') },
  'a group without opacity': {
    ...inForm('/BBox [0 0 600 800] /Group << /S /Transparency >>'),
    draw: () => inState('/X Do'),
    resources: '/XObject << /X {1} >> /ExtGState << /G << /ca 0.04 >> >>',
  },
  'a soft mask': {
    draw: (s, x, y) => inState(text(s, x, y)),
    resources: '/ExtGState << /G << /SMask << /S /Luminosity /G {1} >> >> >>',
    objects: [
      streamOf('/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group << /S /Transparency /CS /DeviceGray >>', ''),
    ],
  },
  'white on white': coloured('1 1 1 rg'),
  'almost white': coloured('0.95 0.95 0.95 rg'),
  'white by gray': coloured('1 g'),
  'white by inks': coloured('0 0 0 0 k'),
  'white outlines': coloured('1 1 1 RG 1 Tr'),
  'white letters with white outlines': coloured('1 g 1 G 2 Tr'),
  'black on black': { draw: (s, x, y) => box('0 0 0', x, y) + text(s, x, y) },
  'the colour of its box': {
    draw: (s, x, y) => box('0.2 0.4 0.6', x, y) + coloured('0.22 0.41 0.58 rg').draw(s, x, y),
  },
  'a colour within a mixture': {
    draw: (s, x, y) => `q /G gs ${box('0 0 0', x, y)} Q\n${coloured('0.5 0.5 0.5 rg').draw(s, x, y)}`,
    ...state('/ca 0.5'),
  },
  'under a white box': covered((x, y) => box('1 1 1', x, y)),
  'under a black box': covered((x, y) => box('0 0 0', x, y)),
  'under a box at the end of the page': { draw: plain, after: (x, y) => box('1 1 1', x, y) },
  'under two half transparent boxes': covered(
    (x, y) => `q /G gs ${box('1 1 1', x, y)}${box('1 1 1', x, y)} Q\n`,
    state('/ca 0.75'),
  ),
  'under a thick line': covered((x, y) => line(x - 5, y + 3, 16)),
  'under a box with round corners': covered(
    (x, y) =>
      `q 1 g ${x - 5} ${y - 2} m ${x - 5} ${y + 12} ${x - 5} ${y + 12} ${x} ${y + 12} c ${x + width} ${y + 12} l ${x + width} ${y - 4} l ${x - 5} ${y - 4} l h f Q\n`,
  ),
  'under a box of a form': covered(() => '/X Do\n', {
    resources: '/XObject << /X {1} >>',
    objects: [streamOf('/Type /XObject /Subtype /Form /BBox [0 0 600 800]', box('1 1 1', atX, atY))],
  }),
  'under a shading': covered((x, y) => `q ${x - 2} ${y - 3} ${width} 14 re W n /S sh Q\n`, {
    resources:
      '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 600 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >> >> >>',
  }),
  'under a square of an annotation': {
    draw: plain,
    annotations: [
      `<< /Type /Annot /Subtype /Square /Rect [55 632 330 655] /IC [1 1 1] /C [1 1 1] /F 4 /AP << /N {1} >> >>`,
    ],
    objects: [streamOf('/Type /XObject /Subtype /Form /BBox [55 632 330 655]', '1 g 55 632 275 23 re f')],
  },
  'under a picture': covered(() => 'q 300 0 0 20 55 632 cm /I Do Q\n', {
    resources: '/XObject << /I {1} >>',
    objects: [
      streamOf(
        '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        '\u00ff\u00ff\u00ff\u00ff',
      ),
    ],
  }),
  'under a picture of one pixel': covered(() => 'q 300 0 0 20 55 632 cm /I Do Q\n', {
    resources: '/XObject << /I {1} >>',
    objects: [
      streamOf(
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        '\u00ff',
      ),
    ],
  }),
  'white on a white picture': {
    draw: (s, x, y) => `q 300 0 0 20 55 632 cm /I Do Q\n${coloured('1 g').draw(s, x, y)}`,
    resources: '/XObject << /I {1} >>',
    objects: [
      streamOf(
        '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        '\u00ff\u00ff\u00ff\u00ff',
      ),
    ],
  },
  'white on a white triangle': {
    draw: (s, x, y) => `q 1 g 0 0 m 600 0 l 600 800 l f Q\n${coloured('1 g').draw(s, x + 250, y)}`,
  },
  'below the page': { draw: (s, x) => text(s, x, -200) },
  'right of the page': { draw: (s, _, y) => text(s, 700, y) },
  'outside of the crop box': { draw: (s, x) => text(s, x, 740), page: '/CropBox [0 0 600 700]' },
  'cut away by a clip': { draw: (s, x, y) => `q 0 0 10 10 re W n ${text(s, x, y)} Q\n` },
  'cut away by an empty clip': { draw: (s, x, y) => `q 0 0 0 0 re W n ${text(s, x, y)} Q\n` },
  'outside of the box of a form': inForm('/BBox [0 0 10 10]'),
  'letters of half a point': { draw: (s, x, y) => text(s, x, y, 0.5) },
  'letters made small by a matrix': { draw: (s, x, y) => `q 0.05 0 0 0.05 ${x} ${y} cm ${text(s, 0, 0)} Q\n` },
  'letters without a width': { draw: (s, x, y) => `q BT /F 10 Tf 1 Tz 1 0 0 1 ${x} ${y} Tm (${s}) Tj ET Q\n` },
  'a line through it': covered((x, y) => line(x, y + 3)),
  'a line before it': { draw: (s, x, y) => line(x, y + 3) + text(s, x, y) },
  'a thin box through it': covered((x, y) => `q 1 0 0 rg ${x} ${y + 2.6} ${width} 0.8 re f Q\n`),
  'two lines through it': covered((x, y) => line(x, y + 2.4, 0.5) + line(x, y + 3.8, 0.5)),
  'a dashed line through it': covered((x, y) => `q [3 2] 0 d ${line(x, y + 3)} Q\n`),
  'a line of a form through it': covered(() => '/X Do\n', {
    resources: '/XObject << /X {1} >>',
    objects: [streamOf('/Type /XObject /Subtype /Form /BBox [0 0 600 800]', line(atX, atY + 3))],
  }),
  'struck by an annotation': {
    draw: plain,
    ...strike('/Rect [60 636 320 652] /QuadPoints [60 652 320 652 60 636 320 636] /F 4'),
  },
  'struck by an annotation with its points in turn': {
    draw: plain,
    ...strike('/Rect [60 636 320 652] /QuadPoints [60 636 320 636 320 652 60 652]'),
  },
  'struck by the line of an annotation': {
    draw: plain,
    annotations: ['<< /Type /Annot /Subtype /Line /Rect [55 632 330 655] /L [60 643 310 643] /F 4 /AP << /N {1} >> >>'],
    objects: [streamOf('/Type /XObject /Subtype /Form /BBox [55 632 330 655]', '1 w 60 643 m 310 643 l S')],
  },
  'a layer that is off around one that is on': {
    draw: (s, x, y) => `/OC /O BDC /OC /P BDC ${text(s, x, y)} EMC EMC\n`,
    resources: '/Properties << /O {1} /P {2} >>',
    objects: ['<< /Type /OCG /Name (Old) >>', '<< /Type /OCG /Name (New) >>'],
    catalog: '/OCProperties << /OCGs [{1} {2}] /D << /OFF [{1}] /ON [{2}] >> >>',
  },
  'white by a colour space': coloured('/DeviceRGB cs 1 1 1 sc'),
  'white by a colour space of inks': coloured('/DeviceCMYK cs 0 0 0 0 scn'),
  'under a box with an edge': covered((x, y) => `q 1 g 1 G ${x - 2} ${y - 3} ${width} 14 re B Q\n`),
  'under a picture within the content': covered(
    () => 'q 300 0 0 20 55 632 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u00ff EI Q\n',
  ),
  'under two boxes side by side': covered((x, y) => box('1 1 1', x, y, 125) + box('1 1 1', x + 123, y, 130)),
  'a wavy line through it': covered(
    (x, y) =>
      `q 1 w ${x} ${y + 3} m ${Array.from({ length: 10 }, (_, at) => `${x + 25 * at + 8} ${y + 4} ${x + 25 * at + 16} ${y + 2} ${x + 25 * at + 25} ${y + 3} c`).join(' ')} S Q\n`,
  ),
  'struck by the ink of an annotation': {
    draw: plain,
    annotations: [
      '<< /Type /Annot /Subtype /Ink /Rect [55 632 330 655] /InkList [[60 643 310 643]] /F 4 /AP << /N {1} >> >>',
    ],
    objects: [streamOf('/Type /XObject /Subtype /Form /BBox [55 632 330 655]', '1 w 60 643 m 310 643 l S')],
  },
  'a clip that ends above it': { draw: (s, x, y) => `q 0 700 600 100 re W* n ${text(s, x, y)} Q\n` },
  'a note that is hidden': {
    draw: () => '',
    annotations: [`<< /Type /Annot /Subtype /FreeText /Contents (${hiddenSentence}) /Rect [60 630 400 650] /F 2 >>`],
  },
  'a field that is not on the screen': {
    draw: () => '',
    annotations: [
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (${hiddenSentence}) /DA (/F 10 Tf 0 g) /Rect [60 630 400 650] /F 34 >>`,
    ],
    catalog: '/AcroForm << /Fields [{annotations}] /DR << /Font << /F 3 0 R >> >> >>',
  },
};

export const hiddenAt = { sentence: hiddenSentence, x: atX, y: atY };

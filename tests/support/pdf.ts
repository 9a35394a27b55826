/** Small PDFs that tests make. */

/** A PDF of one page for each content stream. */
export const pdf = (...contents: readonly string[]): Buffer => fileOf(objectsOf(contents));

/** A PDF of one page that has a font `/H`, too: its text is glyph numbers without a map to the letters that they draw. */
export function pdfWithGlyphs(content: string): Buffer {
  const objects = objectsOf([content]);
  const first = objects.length + 1;
  const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Hidden /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${first + 2} 0 R /DW 500 >>`;
  return fileOf([
    ...objects.map((object) => object.replace('/F 3 0 R', `/F 3 0 R /H ${first} 0 R`)),
    `<< /Type /Font /Subtype /Type0 /BaseFont /Hidden /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] >>`,
    descendant,
    '<< /Type /FontDescriptor /FontName /Hidden /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ]);
}

/** A PDF of one page whose content is a stream that was deflated twice. */
export function pdfDeflatedTwice(stream: Buffer): Buffer {
  const objects = objectsOf(['']);
  const packed = `<< /Length ${stream.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${stream.toString('latin1')}\nendstream`;
  return fileOf([...objects.slice(0, -1), packed]);
}

/** A PDF of one page that draws a form that draws another ten times, and so on, 30 levels deep: reading it never ends. */
export function nestedForms(): Buffer {
  const levels = 30;
  const formAt = (level: number): string => {
    const content = level === levels ? 'BT (x) Tj ET' : '/X Do '.repeat(10);
    const next = level === levels ? '' : `/Resources << /XObject << /X ${5 + level} 0 R >> >>`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] ${next} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  };
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
    '<< /Length 5 >>\nstream\n/X Do\nendstream',
    ...Array.from({ length: levels }, (_, index) => formAt(index + 1)),
  ]);
}

const objectsOf = (contents: readonly string[]): readonly string[] => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  `<< /Type /Pages /Kids [${contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] /Count ${contents.length} >>`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ...contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]),
];

function fileOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  return Buffer.from(
    `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}

/** Content of a page: a text in Helvetica at a place, points from the lower left corner. */
export const at = (x: number, y: number, size: number, text: string): string =>
  `BT /F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;

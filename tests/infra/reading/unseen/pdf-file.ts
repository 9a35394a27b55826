/** A PDF of one page with what hidden text needs: layers, graphics states, forms, annotations. */

export interface PdfParts {
  /** Operators of the page. */
  readonly content: string;
  /** Members of the page's resources beside its fonts, such as `/ExtGState << … >>`. `{n}` is the number of the n-th further object. */
  readonly resources?: string;
  /** Further members of the page, such as `/CropBox [0 0 600 400]`. */
  readonly page?: string;
  /** Further members of the catalog. */
  readonly catalog?: string;
  /** Annotations of the page. */
  readonly annotations?: readonly string[];
  /** Further objects, as `{1}`, `{2}` … of the others. */
  readonly objects?: readonly string[];
}

const fontNumber = 3;
const firstObject = 6;

export function pdfOf({
  content,
  resources = '',
  page = '',
  catalog = '',
  annotations = [],
  objects = [],
}: PdfParts): Buffer {
  const placed = (text: string): string =>
    text.replaceAll(/\{(\d+)\}/g, (_, number: string) => `${firstObject - 1 + Number(number)} 0 R`);
  const firstAnnotation = firstObject + objects.length;
  const list = annotations.map((_, at) => `${firstAnnotation + at} 0 R`).join(' ');
  return fileOf([
    placed(`<< /Type /Catalog /Pages 2 0 R ${catalog.replaceAll('{annotations}', list)} >>`),
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    placed(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${page} /Contents 5 0 R /Annots [${list}] /Resources << /Font << /F ${fontNumber} 0 R >> ${resources} >> >>`,
    ),
    streamOf('', content),
    ...objects.map(placed),
    ...annotations.map(placed),
  ]);
}

/** A stream with these members of its dictionary. */
export const streamOf = (members: string, content: string): string =>
  `<< ${members} /Length ${content.length} >>\nstream\n${content}\nendstream`;

function fileOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n';
  const entries = objects.map((object, index) => {
    const entry = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return entry;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

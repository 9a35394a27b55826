import type { PageViewport } from 'pdfjs-dist';
import type { PDFOperatorList } from 'pdfjs-dist/types/src/display/api.d.ts';
import { tenth } from './lines.ts';
import { type Matrix, multiply } from './matrix.ts';
import { pdfjs } from './pdfjs.ts';

/** Thinner than this is a line, longer than that one that separates something. Points. */
const thickest = 2;
const shortest = 10;
/** Drawings have more lines than any table. */
const mostRules = 2_000;

/** Horizontal lines that a page draws, from top to bottom: thin paths, and the upper and lower edges of drawn boxes. */
export async function rulesOf(
  operators: PDFOperatorList,
  viewport: PageViewport,
): Promise<readonly (readonly [number, number, number])[]> {
  const { OPS } = await pdfjs();
  const stroked: ReadonlySet<unknown> = new Set([
    OPS.stroke,
    OPS.closeStroke,
    OPS.fillStroke,
    OPS.eoFillStroke,
    OPS.closeFillStroke,
  ]);
  const rules = new Map<string, readonly [number, number, number]>();
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const put = (y: number, x0: number, x1: number): void => {
    if (x1 - x0 < shortest || rules.size >= mostRules) return;
    const rule = [tenth(y), tenth(x0), tenth(x1)] as const;
    rules.set(rule.join(), rule);
  };
  operators.fnArray.forEach((operator, index) => {
    const args = operators.argsArray[index] as readonly unknown[] | null;
    if (operator === OPS.save) saved.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    else if (operator === OPS.transform) matrix = multiply(matrix, args as unknown as Matrix);
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(matrix);
      const own = args?.[0] as Matrix | null | undefined;
      if (own) matrix = multiply(matrix, own);
    } else if (operator === OPS.constructPath) {
      const [drawn, , box] = args as readonly [number, unknown, ArrayLike<number> | null];
      if (box === null || drawn === OPS.endPath) return;
      const [x0, y0, x1, y1] = placed(box, matrix, viewport);
      if (y1 - y0 <= thickest) put((y0 + y1) / 2, x0, x1);
      else if (stroked.has(drawn)) {
        put(y0, x0, x1);
        put(y1, x0, x1);
      }
    }
  });
  return [...rules.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}

function placed(
  box: ArrayLike<number>,
  matrix: Matrix,
  viewport: PageViewport,
): readonly [number, number, number, number] {
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(box);
  const corners = [
    [left, bottom],
    [right, top],
  ].map(([x = 0, y = 0]) => {
    const at = [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]] as const;
    return viewport.convertToViewportPoint(at[0], at[1]) as [number, number];
  });
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

import type { PDFPageProxy } from 'pdfjs-dist';
import type { PageCell } from '../../../../schemas/values/reading.ts';
import { linesOf, tenth } from './lines.ts';
import type { Piece } from './pieces.ts';

interface TreeNode {
  readonly role?: string;
  readonly children?: readonly TreeNode[];
  readonly type?: string;
  readonly id?: string;
}

type Table = readonly (readonly PageCell[])[];

/** Deeper trees are not followed. */
const deepest = 64;

/** Tables that the structure tree of the file names, with the text of their cells on this page. Empty cells stay. */
export async function tablesOf(page: PDFPageProxy, pieces: readonly Piece[]): Promise<readonly Table[]> {
  const root = (await page.getStructTree()) as TreeNode | null;
  if (root === null) return [];
  const byMark = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (piece.mark === null) continue;
    const known = byMark.get(piece.mark);
    if (known === undefined) byMark.set(piece.mark, [piece]);
    else known.push(piece);
  }
  return nodesOf(root, 'Table')
    .map((table) => rowsOf(table, byMark))
    .filter((rows) => rows.length > 0);
}

const rowsOf = (table: TreeNode, byMark: ReadonlyMap<string, readonly Piece[]>): Table =>
  partsOf(table, isRow)
    .map((row) => partsOf(row, isCell).map((cell) => cellOf(contentOf(cell).flatMap((id) => byMark.get(id) ?? []))))
    .filter((row) => row.some(([, , , , text]) => text !== ''));

const isRow = ({ role }: TreeNode): boolean => role === 'TR';
const isCell = ({ role }: TreeNode): boolean => role === 'TD' || role === 'TH';

/** All nodes of a role, also those inside of each other. */
function nodesOf(root: TreeNode, role: string): readonly TreeNode[] {
  const found: TreeNode[] = [];
  walk(root, (node) => {
    if (node.role === role) found.push(node);
    return true;
  });
  return found;
}

/** Nodes that fit, those of a table inside of this one excepted. */
function partsOf(root: TreeNode, fits: (node: TreeNode) => boolean): readonly TreeNode[] {
  const found: TreeNode[] = [];
  walk(root, (node) => {
    if (node !== root && node.role === 'Table') return false;
    if (node === root || !fits(node)) return true;
    found.push(node);
    return false;
  });
  return found;
}

function contentOf(root: TreeNode): readonly string[] {
  const ids: string[] = [];
  walk(root, (node) => {
    if (node.type === 'content' && node.id !== undefined) ids.push(node.id);
    return node === root || node.role !== 'Table';
  });
  return ids;
}

/** Visits nodes in order, and the children of those for which `visit` returns true. */
function walk(root: TreeNode, visit: (node: TreeNode) => boolean): void {
  const open: (readonly [node: TreeNode, depth: number])[] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    if (!visit(node) || depth >= deepest) continue;
    for (const child of [...(node.children ?? [])].reverse()) open.push([child, depth + 1]);
  }
}

function cellOf(pieces: readonly Piece[]): PageCell {
  if (pieces.length === 0) return [0, 0, 0, 0, ''];
  const text = linesOf(pieces)
    .flatMap(({ cells }) => cells.map(([, , one]) => one))
    .join(' ');
  return [
    tenth(Math.min(...pieces.map(({ x0 }) => x0))),
    tenth(Math.min(...pieces.map(({ y, h }) => y - h))),
    tenth(Math.max(...pieces.map(({ x1 }) => x1))),
    tenth(Math.max(...pieces.map(({ y }) => y))),
    text,
  ];
}

/** The cells of a white paper by their template field: number and label agree, and there is a value. */
import type { Reading } from '../../../../schemas/values/reading.ts';
import type { Passage } from '../blocks/places.ts';
import { closedAnswer } from '../notation/closed-answers.ts';
import { isContentsEntry } from './numbers.ts';
import type { RawCell, RawLine } from './raw-cell.ts';
import { rawLayouts } from './raw-cells.ts';
import {
  agrees,
  fieldOfCell,
  hasNumber,
  isLabel,
  labelLength,
  type TemplateTable,
  templateTables,
} from './template.ts';

/** A cell with its template field, such as `G.18`. */
interface TemplateCell extends Passage {
  readonly number: string;
  /** The lines of its text; null where they are not known. */
  readonly lines: readonly string[] | null;
}

export interface TemplateCells {
  /** Null when the document is no white paper of the template. */
  readonly table: TemplateTable | null;
  readonly cells: ReadonlyMap<string, readonly TemplateCell[]>;
}

export const noCells: TemplateCells = { table: null, cells: new Map() };

/** Fields of the template that a white paper has at least. */
const fewest = 10;

export function templateCells(reading: Reading): TemplateCells {
  const layouts = rawLayouts(reading);
  const entry = entryTable(reading);
  if (entry !== null) return { table: entry, cells: bestOf(entry, layouts).cells };
  const ranked = templateTables
    .map((table) => ({ table, ...bestOf(table, layouts) }))
    .sort((a, b) => b.agreeing - a.agreeing);
  const [best, next] = ranked;
  if (best === undefined || best.agreeing < fewest || best.agreeing === next?.agreeing) return noCells;
  return { table: best.table, cells: best.cells };
}

interface Layout {
  /** Fields whose number and label agree. */
  readonly agreeing: number;
  readonly cells: TemplateCells['cells'];
}

/** A later layout must give this many times as many fields: what it reads of a document with columns is not certain. */
const clearlyMore = 1.2;

/** The first layout, unless fields with a text are clearly more in a later one. */
function bestOf(table: TemplateTable, layouts: readonly (readonly RawCell[])[]): Layout {
  const read = layouts.map((raw) => {
    const split = splitCells(table, raw);
    const agreeing = new Set(
      split.flatMap(({ cell: { number }, found }) =>
        hasNumber(table, number) && agrees(table, number, found.label) ? [number] : [],
      ),
    ).size;
    return { agreeing, cells: cellsOf(table, split) };
  });
  const none: Layout = { agreeing: 0, cells: noCells.cells };
  return read.reduce((best, one) => (one.cells.size > clearlyMore * best.cells.size ? one : best), none);
}

/** The table of the entry point of a tagged paper; the names of its elements do not identify the table. */
function entryTable({ schemas }: Pick<Reading, 'schemas'>): TemplateTable | null {
  const tables = schemas.flatMap((schema) => {
    const number = /^https:\/\/www\.esma\.europa\.eu\/taxonomy\/\S*mica_entry_table_(\d)\.xsd$/.exec(schema)?.[1];
    return templateTables.filter((table) => String(table) === number);
  });
  return tables.length === 1 ? (tables[0] ?? null) : null;
}

function cellsOf(table: TemplateTable, split: readonly SplitCell[]): TemplateCells['cells'] {
  const cells = new Map<string, TemplateCell[]>();
  const resolved = split.flatMap(({ cell, found: { label, text, lines = null } }): readonly TemplateCell[] => {
    const number = fieldOfCell(table, cell.number, label);
    return number === null ? [] : [{ number, text, place: cell.place, lines }];
  });
  for (const cell of withValue(resolved)) {
    const own = cells.get(cell.number) ?? [];
    own.push(cell);
    cells.set(cell.number, own);
  }
  return cells;
}

/**
 * Contents repeat number and label, and have the number of a page or no text: behind leaders, or in a run of entries whose
 * pages ascend.
 */
function withValue(cells: readonly TemplateCell[]): readonly TemplateCell[] {
  const isEntry = (text: string): boolean => /^\d{1,3}$/.test(text.trim());
  const dropped = new Set<TemplateCell>();
  let run: TemplateCell[] = [];
  const close = (): void => {
    if (run.length >= fewestEntries) for (const cell of run) dropped.add(cell);
    run = [];
  };
  for (const cell of cells) {
    if (cell.text === '') continue;
    if (!isEntry(cell.text) || Number(run.at(-1)?.text ?? 0) > Number(cell.text)) close();
    if (isEntry(cell.text)) run.push(cell);
  }
  close();
  return cells.filter((cell) => {
    const isLeader = /^[ .…·_]+\d{0,3}$/.test(cell.text) || isContentsEntry(cell.text);
    return cell.text !== '' && !isLeader && !dropped.has(cell);
  });
}

/** Entries of contents in a row at least. */
const fewestEntries = 4;

interface Split {
  readonly label: string;
  readonly text: string;
  readonly lines?: readonly string[];
}

interface SplitCell {
  readonly cell: RawCell;
  readonly found: Split;
}

/**
 * Label and text of each cell. A label ends with its cell, its line or a colon; within a line only in a document whose labels
 * do not end with their lines, because what follows it is the rest of a longer label else.
 */
function splitCells(table: TemplateTable, raw: readonly RawCell[]): readonly SplitCell[] {
  const sure = raw.map((cell) => ({ cell, found: splitOf(table, cell) }));
  const within = sure.map(({ cell, found }) => (found === null ? withinLine(table, cell) : null));
  const count = within.filter((found) => found !== null).length;
  const isWithin = count > sure.filter(({ cell, found }) => found !== null && cell.lines !== undefined).length;
  return sure.flatMap(({ cell, found }, index) => {
    const split = found ?? (isWithin ? (within[index] ?? null) : null);
    return split === null ? [] : [{ cell, found: split }];
  });
}

/** Colons of a text at which a label may end. */
const mostColons = 6;
/** Lines of a label, and characters of one. */
const mostLines = 6;
const longestLine = 160;

function splitOf(table: TemplateTable, { number, label, text, lines = [] }: RawCell): Split | null {
  if (label !== null) return text.trim() === '' ? atColon(table, number, label) : { label, text: text.trim() };
  const at = (count: number): Split => ({
    label: textOf(lines.slice(0, count)),
    text: textOf(lines.slice(count)),
    lines: lines.slice(count).map((line) => line.text),
  });
  for (let count = 1; count <= Math.min(lines.length, mostLines); count += 1) {
    const next = lines[count];
    const split = at(count);
    if (split.label.length > longestLine * count) break;
    // Small letters right below it may be the rest of a longer label, unless they are a whole answer.
    const isEnd =
      next === undefined || next.isApart || !/^[\p{Ll}(]/u.test(next.text) || closedAnswer(next.text) !== null;
    if (isEnd && isLabel(table, number, split.label)) return split;
  }
  let from = 0;
  for (let colons = 0; colons < mostColons; colons += 1) {
    const colon = text.indexOf(':', from);
    if (colon < 0) break;
    const split = { label: text.slice(0, colon), text: text.slice(colon + 1).trim() };
    if (fieldOfCell(table, number, split.label) !== null) return split;
    from = colon + 1;
  }
  const end = lines.findIndex(({ isApart }, index) => index > 0 && isApart);
  const split = end > 0 && end <= mostLines ? at(end) : null;
  return split !== null && fieldOfCell(table, number, split.label) !== null ? split : null;
}

/** A label and its answer in one cell of a row, `Name: Example AG`. */
function atColon(table: TemplateTable, number: string, label: string): Split {
  for (let colon = label.indexOf(':'); colon >= 0; colon = label.indexOf(':', colon + 1)) {
    const before = label.slice(0, colon);
    if (isLabel(table, number, before)) return { label: before, text: label.slice(colon + 1).trim() };
    if (before.length > longestLine) break;
  }
  return { label, text: '' };
}

const textOf = (lines: readonly RawLine[]): string =>
  lines
    .map(({ text }) => text)
    .join(' ')
    .trim();

function withinLine(table: TemplateTable, { number, label, text }: RawCell): Split | null {
  const length = label === null ? labelLength(table, number, text) : null;
  return length === null ? null : { label: text.slice(0, length), text: text.slice(length).trim() };
}

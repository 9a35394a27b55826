/** The cells of a white paper by their template field: number and label agree, and there is a value. */
import type { Reading } from '../../../../schemas/values/reading.ts';
import type { Passage } from '../blocks/places.ts';
import type { RawCell } from './raw-cell.ts';
import { rawCells } from './raw-cells.ts';
import { agrees, fieldOfCell, hasNumber, labelLength, type TemplateTable, templateTables } from './template.ts';

/** A cell with its template field, such as `G.18`. */
interface TemplateCell extends Passage {
  readonly number: string;
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
  const raw = rawCells(reading);
  const entry = entryTable(reading);
  if (entry !== null) return { table: entry, cells: cellsOf(entry, raw) };
  const ranked = templateTables
    .map((table) => ({
      table,
      fields: new Set(raw.filter((cell) => isOf(table, cell)).map(({ number }) => number)).size,
    }))
    .sort((a, b) => b.fields - a.fields);
  const [best, next] = ranked;
  if (best === undefined || best.fields < fewest || best.fields === next?.fields) return noCells;
  return { table: best.table, cells: cellsOf(best.table, raw) };
}

/** The table of the entry point of a tagged paper; the names of its elements do not identify the table. */
function entryTable({ schemas }: Pick<Reading, 'schemas'>): TemplateTable | null {
  const tables = schemas.flatMap((schema) => {
    const number = /^https:\/\/www\.esma\.europa\.eu\/taxonomy\/\S*mica_entry_table_(\d)\.xsd$/.exec(schema)?.[1];
    return templateTables.filter((table) => String(table) === number);
  });
  return tables.length === 1 ? (tables[0] ?? null) : null;
}

function cellsOf(table: TemplateTable, raw: readonly RawCell[]): TemplateCells['cells'] {
  const cells = new Map<string, TemplateCell[]>();
  for (const { number, text, place } of withValue(raw.flatMap((cell) => resolved(table, cell) ?? []))) {
    const own = cells.get(number) ?? [];
    own.push({ number, text, place });
    cells.set(number, own);
  }
  return cells;
}

/** Fields whose number the contents of a document repeat have their number and label there, and no value. */
const withValue = (cells: readonly TemplateCell[]): readonly TemplateCell[] =>
  cells.filter(({ text }) => text !== '' && !/^[.\s…·]*\d{1,3}$|^[.…·\s]+$/.test(leader(text)));

/** A number alone is a page of the contents only with leaders; "7" may be a value. */
const leader = (text: string): string => (/^\d+$/.test(text.trim()) ? 'value' : text);

const isOf = (table: TemplateTable, cell: RawCell): boolean => {
  const found = splitOf(table, cell);
  return found !== null && hasNumber(table, cell.number) && agrees(table, cell.number, found.label);
};

function resolved(table: TemplateTable, cell: RawCell): TemplateCell | null {
  const split = splitOf(table, cell);
  if (split === null) return null;
  const number = fieldOfCell(table, cell.number, split.label);
  return number === null ? null : { number, text: split.text, place: cell.place };
}

interface Split {
  readonly label: string;
  readonly text: string;
}

/** Colons of a text at which a label may end. */
const mostColons = 6;

/** Label and text of a cell that has both in one: they are parted by a colon, or the text begins with the label. */
function splitOf(table: TemplateTable, { number, label, text }: RawCell): Split | null {
  if (label !== null) return { label, text: text.trim() };
  let from = 0;
  for (let colons = 0; colons < mostColons; colons += 1) {
    const at = text.indexOf(':', from);
    if (at < 0) break;
    const split = { label: text.slice(0, at), text: text.slice(at + 1).trim() };
    if (fieldOfCell(table, number, split.label) !== null) return split;
    from = at + 1;
  }
  const length = labelLength(table, number, text);
  return length === null ? null : { label: text.slice(0, length), text: text.slice(length).trim() };
}

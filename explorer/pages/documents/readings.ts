import { readChanges } from '../../../api/readmodel/memory/changes/change-cache.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { DeclaredSource } from '../../readers/documents/queries.ts';

/** Changes of the values of one document. */
const mostChanges = 500;

const changesSql = `
SELECT DISTINCT asset_id AS assetId, id, toUnixTimestamp64Milli(detected_at) AS detectedAt
FROM attestry.store_changes
WHERE asset_id IN {assetIds:Array(String)} AND source_key IN {sources:Array(String)} AND subject_kind = 'asset'
ORDER BY detected_at DESC, id
LIMIT {most:UInt32}`;

interface PlaceRow {
  readonly assetId: string;
  readonly id: string;
  readonly detectedAt: number;
}

/** Public changes of the values that a document states, the oldest first (conformance U-12). */
export async function readValueChanges(
  tables: TableReader,
  declared: readonly DeclaredSource[],
): Promise<readonly Change[]> {
  if (declared.length === 0) return [];
  const own = new Set(declared.map(({ assetId, sourceId }) => `${assetId} ${sourceId}`));
  const wanted = {
    assetIds: [...new Set(declared.map(({ assetId }) => assetId))],
    sources: [...new Set(declared.map(({ sourceId }) => sourceId))],
    most: mostChanges,
  };
  const places = await readRows<PlaceRow>(tables, { sql: changesSql, decode: { detectedAt: Number } }, wanted);
  const changes = await readChanges(
    tables,
    places.map((place) => ({ ...place, revision: 0 })),
  );
  return [...changes.values()]
    .filter(({ confirmed, lowSignal, disposition }) => confirmed && !lowSignal && disposition === 'shown')
    .filter(({ assetId, sourceKey }) => own.has(`${assetId} ${sourceKey}`))
    .sort((a, b) => a.detectedAt - b.detectedAt);
}

/** Longest passage of a reading, characters: never the text of a document. */
const longestQuote = 300;

/** A value that the document states now. */
export interface PresentValue {
  readonly field: string;
  readonly label: string;
  readonly text: string;
  readonly quote: string | null;
  /** "page 2"; null of a document without pages. */
  readonly where: string | null;
  readonly since: number;
}

/** What one reading states of a field. */
export interface ReadValue {
  /** Null where the document did not state it. */
  readonly text: string | null;
  readonly quote: string | null;
}

/** A field in two readings. */
interface ComparedField {
  readonly label: string;
  readonly from: ReadValue;
  readonly to: ReadValue;
}

/** Fields whose value or passage differs between two readings, and how many do not. Times in milliseconds. */
export interface ComparedReadings {
  readonly from: number;
  readonly to: number;
  readonly differing: readonly ComparedField[];
  readonly equal: number;
}

/** A value that was stated before the present one, and when it ended. */
export interface EarlierValue {
  readonly text: string;
  readonly until: number;
}

export const clipped = (quote: string | null): string | null =>
  quote === null || quote.length <= longestQuote ? quote : `${quote.slice(0, longestQuote)}…`;

/** Values of a document by field, from what it states now and the public changes that led there. */
export function readingsOf(values: readonly PresentValue[], changes: readonly Change[]) {
  const histories = new Map<string, { readonly label: string; readonly steps: Change[] }>();
  for (const change of changes) {
    const key = change.field;
    const history = histories.get(key) ?? { label: change.explanation.field.label, steps: [] };
    history.steps.push(change);
    histories.set(key, history);
  }
  const current = new Map(values.map((value) => [value.field, value]));
  const fields = [...new Set([...current.keys(), ...histories.keys()])];

  const at = (field: string, time: number): ReadValue => {
    const steps = histories.get(field)?.steps ?? [];
    const next = steps.find(({ detectedAt }) => detectedAt > time);
    if (next !== undefined) return { text: next.before, quote: clipped(next.priorQuote) };
    const last = steps.at(-1);
    const value = current.get(field);
    if (value === undefined) return { text: last?.after ?? null, quote: clipped(last?.quote ?? null) };
    // Without a change it was stated since its first reading.
    const isStated = last !== undefined || value.since <= time;
    return isStated ? { text: value.text, quote: clipped(value.quote) } : { text: null, quote: null };
  };

  return {
    earlier: (field: string): readonly EarlierValue[] =>
      (histories.get(field)?.steps ?? [])
        .flatMap(({ before, detectedAt }) => (before === null ? [] : [{ text: before, until: detectedAt }]))
        .reverse(),
    compare: (from: number, to: number): ComparedReadings => {
      const compared = fields.map((field) => ({
        label: current.get(field)?.label ?? histories.get(field)?.label ?? field,
        from: at(field, from),
        to: at(field, to),
      }));
      const differing = compared.filter((one) => one.from.text !== one.to.text || one.from.quote !== one.to.quote);
      return { from, to, differing, equal: compared.length - differing.length };
    },
  };
}

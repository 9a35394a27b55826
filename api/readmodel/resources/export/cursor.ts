import { hashOf } from '../../../../schemas/values/hash.ts';
import { type CursorPart, decodeCursor, encodeCursor, isCount } from '../../opaque-cursor.ts';
import { type LogOffsets, offsetsOf, offsetsPart } from '../../memory/log-offsets.ts';
import type { QueryValues } from '../../input.ts';

/** The place where an export continues. */
export interface ExportCursor {
  /** Hash of tenant and filters: a cursor is refused with other filters or for another tenant. */
  readonly of: string;
  /** Start of the first export's window, milliseconds. Later exports use it too, so a moving window leaves no gap. */
  readonly since: number;
  /** Changes of the assets that were watched then were exported up to these offsets. */
  readonly exportedUpTo: LogOffsets;
  /** Assets that were added later (sequence of the addition) are exported from the beginning. */
  readonly addedUpTo: number;
  /** Place within an export that was interrupted; null after a complete one. */
  readonly under: ExportPlace | null;
}

export interface ExportPlace {
  /** This export ends at these offsets; later changes are for the next one. */
  readonly ends: LogOffsets;
  /** Start of the next export: before the ends while the sink inserts rows again. */
  readonly sure: LogOffsets;
  readonly addedUpTo: number;
  /** The last exported change. Assets are exported in ascending order of their ids, their changes by time and id. */
  readonly assetId: string;
  readonly detectedAt: number;
  readonly id: string;
}

const version = 1;

/** Identifies the filters and the tenant without revealing them. */
export const exportOf = (tenantId: string, query: QueryValues): string =>
  hashOf([
    tenantId,
    query.one('days'),
    [...(query.many('category') ?? [])].sort(),
    [...(query.many('item') ?? [])].sort(),
    ...['materiality', 'severity', 'direction'].map((name) => [...(query.many(name) ?? [])].sort()),
    query.one('newOnly') === 'true',
    query.one('showAll') === 'true',
    query.one('by') ?? 'detected',
  ]).slice(0, 12);

export const writeExportCursor = ({ of, since, exportedUpTo, addedUpTo, under }: ExportCursor): string =>
  encodeCursor([version, of, since, offsetsPart(exportedUpTo), addedUpTo, under === null ? null : partOf(under)]);

function partOf({ ends, sure, addedUpTo, assetId, detectedAt, id }: ExportPlace): CursorPart {
  const part = [offsetsPart(ends), addedUpTo, assetId, detectedAt, id];
  // Usually both are the same.
  return [...ends].every(([one, end]) => sure.get(one) === end) ? part : [...part, offsetsPart(sure)];
}

/** Decodes a cursor; null if the text is not one. */
export function readExportCursor(text: string): ExportCursor | null {
  const [given, of, since, exportedUpTo, addedUpTo, under, ...rest] = decodeCursor(text) ?? [];
  const positions = offsetsOf(exportedUpTo);
  if (given !== version || rest.length > 0 || typeof of !== 'string' || positions === null) return null;
  if (!isCount(since) || !isCount(addedUpTo)) return null;
  const place = under === null ? null : placeOf(under);
  return place === undefined ? null : { of, since, exportedUpTo: positions, addedUpTo, under: place };
}

function placeOf(part: unknown): ExportPlace | undefined {
  if (!Array.isArray(part) || part.length < 5 || part.length > 6) return undefined;
  const [endsPart, addedUpTo, assetId, detectedAt, id, surePart = endsPart] = part as readonly unknown[];
  const [ends, sure] = [offsetsOf(endsPart), offsetsOf(surePart)];
  if (ends === null || sure === null || !isCount(addedUpTo) || !isCount(detectedAt)) return undefined;
  if (typeof assetId !== 'string' || typeof id !== 'string') return undefined;
  return { ends, sure, addedUpTo, assetId, detectedAt, id };
}

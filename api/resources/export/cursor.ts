import { hashOf } from '../../../schemas/values/hash.ts';
import type { LogOffsets } from '../../memory/log-offsets.ts';
import {
  type CursorPart,
  decodeCursor,
  encodeCursor,
  isCount,
  offsetsOf,
  offsetsPart,
} from '../../http/opaque-cursor.ts';
import type { QueryValues } from '../../route.ts';

/** What was exported before: an export goes on behind it. */
export interface ExportCursor {
  /** Who exports what: a cursor is of no use with other filters, or to another key holder. */
  readonly of: string;
  /** Start of the window of the first export, milliseconds: a later one never leaves a gap behind a moving window. */
  readonly since: number;
  /** Changes of the assets watched then were told up to here. */
  readonly told: LogOffsets;
  /** Assets put on the list later (sequence of the addition) are told from the beginning. */
  readonly addedUpTo: number;
  /** Where the export under way is; null when it has ended. */
  readonly under: ExportPlace | null;
}

export interface ExportPlace {
  /** What this export tells ends here; what comes later is for the next one. */
  readonly ends: LogOffsets;
  /** Where the next one begins: before the ends while rows that were there are inserted again. */
  readonly sure: LogOffsets;
  readonly addedUpTo: number;
  /** The change told last. Assets are told in ascending order of their ids, each by time and id. */
  readonly assetId: string;
  readonly detectedAt: number;
  readonly id: string;
}

const version = 1;

/** Names the filters and the key holder, without saying them. */
export const exportOf = (tenantId: string, query: QueryValues): string =>
  hashOf([
    tenantId,
    query.one('days'),
    [...(query.many('category') ?? [])].sort(),
    [...(query.many('item') ?? [])].sort(),
    [...(query.many('materiality') ?? [])].sort(),
    query.one('newOnly') === 'true',
    query.one('showAll') === 'true',
  ]).slice(0, 12);

export const writeExportCursor = ({ of, since, told, addedUpTo, under }: ExportCursor): string =>
  encodeCursor([version, of, since, offsetsPart(told), addedUpTo, under === null ? null : partOf(under)]);

function partOf({ ends, sure, addedUpTo, assetId, detectedAt, id }: ExportPlace): CursorPart {
  const part = [offsetsPart(ends), addedUpTo, assetId, detectedAt, id];
  // Nearly always the same.
  return [...ends].every(([one, end]) => sure.get(one) === end) ? part : [...part, offsetsPart(sure)];
}

/** Reads a cursor; null when the text is none. */
export function readExportCursor(text: string): ExportCursor | null {
  const [given, of, since, told, addedUpTo, under, ...rest] = decodeCursor(text) ?? [];
  const positions = offsetsOf(told);
  if (given !== version || rest.length > 0 || typeof of !== 'string' || positions === null) return null;
  if (!isCount(since) || !isCount(addedUpTo)) return null;
  const place = under === null ? null : placeOf(under);
  return place === undefined ? null : { of, since, told: positions, addedUpTo, under: place };
}

function placeOf(part: unknown): ExportPlace | undefined {
  if (!Array.isArray(part) || part.length < 5 || part.length > 6) return undefined;
  const [endsPart, addedUpTo, assetId, detectedAt, id, surePart = endsPart] = part as readonly unknown[];
  const [ends, sure] = [offsetsOf(endsPart), offsetsOf(surePart)];
  if (ends === null || sure === null || !isCount(addedUpTo) || !isCount(detectedAt)) return undefined;
  if (typeof assetId !== 'string' || typeof id !== 'string') return undefined;
  return { ends, sure, addedUpTo, assetId, detectedAt, id };
}

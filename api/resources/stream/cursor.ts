import { hashOf } from '../../../schemas/values/hash.ts';
import type { LogOffsets } from '../../memory/log-offsets.ts';
import { decodeCursor, encodeCursor, isCount, offsetsOf, offsetsPart } from '../../http/opaque-cursor.ts';

/** What a client of the stream was told. */
export interface StreamCursor {
  /** Whose stream it is. */
  readonly of: string;
  /** Changes were told up to here. */
  readonly told: LogOffsets;
  /** Sequence of the last intake that was told. */
  readonly intakesUpTo: number;
}

const version = 1;

/** Names a key holder without saying who it is. */
export const streamOf = (tenantId: string): string => hashOf(['stream', tenantId]).slice(0, 12);

/** The id of an event. */
export const writeStreamCursor = ({ of, told, intakesUpTo }: StreamCursor): string =>
  encodeCursor([version, of, offsetsPart(told), intakesUpTo]);

/** Reads the id of an event; null when the text is none. */
export function readStreamCursor(text: string): StreamCursor | null {
  const [given, of, told, intakesUpTo, ...rest] = decodeCursor(text) ?? [];
  const positions = offsetsOf(told);
  if (given !== version || rest.length > 0 || typeof of !== 'string') return null;
  return positions === null || !isCount(intakesUpTo) ? null : { of, told: positions, intakesUpTo };
}

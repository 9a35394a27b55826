import { hashOf } from '../../../schemas/values/hash.ts';
import type { LogPositions } from '../../memory/log-offsets.ts';
import { decodeCursor, encodeCursor, isCount, positionsOf, positionsPart } from '../../http/opaque-cursor.ts';

/** What a client of the stream was told. */
export interface StreamCursor {
  /** Whose stream it is. */
  readonly of: string;
  /** Changes were told up to here. */
  readonly told: LogPositions;
  /** Sequence of the last intake that was told. */
  readonly intakesUpTo: number;
}

const version = 1;

/** Names a key holder without saying who it is. */
export const streamOf = (tenantId: string): string => hashOf(['stream', tenantId]).slice(0, 12);

/** The id of an event. */
export const writeStreamCursor = ({ of, told, intakesUpTo }: StreamCursor): string =>
  encodeCursor([version, of, positionsPart(told), intakesUpTo]);

/** Reads the id of an event; null when the text is none. */
export function readStreamCursor(text: string): StreamCursor | null {
  const [given, of, told, intakesUpTo, ...rest] = decodeCursor(text) ?? [];
  const positions = positionsOf(told);
  if (given !== version || rest.length > 0 || typeof of !== 'string') return null;
  return positions === null || !isCount(intakesUpTo) ? null : { of, told: positions, intakesUpTo };
}

import { hashOf } from '../../../../schemas/values/hash.ts';
import { type LogOffsets, offsetsOf, offsetsPart } from '../../memory/log-offsets.ts';
import { decodeCursor, encodeCursor, isCount } from '../../opaque-cursor.ts';

/** The place up to which a client received events. */
export interface StreamCursor {
  /** Hash of the tenant. */
  readonly of: string;
  /** Changes were sent up to these offsets. */
  readonly sentUpTo: LogOffsets;
  /** Sequence of the last intake notification that was sent. */
  readonly intakesUpTo: number;
  /** Notices of verdicts were sent up to these offsets of their topic. */
  readonly verdictsUpTo: LogOffsets;
}

const version = 1;

/** Identifies a tenant without revealing it. */
export const streamOf = (tenantId: string): string => hashOf(['stream', tenantId]).slice(0, 12);

/** The id of an event. */
export const writeStreamCursor = ({ of, sentUpTo, intakesUpTo, verdictsUpTo }: StreamCursor): string =>
  encodeCursor([version, of, offsetsPart(sentUpTo), intakesUpTo, offsetsPart(verdictsUpTo)]);

/** Decodes the id of an event; null if the text is not one. */
export function readStreamCursor(text: string): StreamCursor | null {
  const [given, of, sentUpTo, intakesUpTo, verdicts, ...rest] = decodeCursor(text) ?? [];
  const positions = offsetsOf(sentUpTo);
  const verdictsUpTo = offsetsOf(verdicts);
  if (given !== version || rest.length > 0 || typeof of !== 'string') return null;
  if (positions === null || !isCount(intakesUpTo) || verdictsUpTo === null) return null;
  return { of, sentUpTo: positions, intakesUpTo, verdictsUpTo };
}

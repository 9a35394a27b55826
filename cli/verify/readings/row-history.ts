import type { RegisterFeed } from '../../../pipeline/ingest/feed.ts';
import type { RegisterListedValue } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import type { Around } from './around.ts';

/** A field of a row as last stated. */
interface StatedCell {
  /** RFC 8785 text; null for a blank cell. */
  readonly value: string | null;
  readonly quote: string | null;
  /** Stated with the observation, from the same file. */
  readonly isNow: boolean;
}

/** What is stated of a row of a register when an observation of it is made. */
export interface RowHistory {
  readonly listed: RegisterListedValue;
  readonly listedText: string;
  /** The `listed` before that of the observation. */
  readonly listedBefore: string | null;
  readonly fields: ReadonlyMap<string, StatedCell>;
  /** False where the evidence ends within the statement of the row, so that later fields of it are not here. */
  readonly isWhole: boolean;
}

/**
 * A join states of a row what differs from what it stated before, all of it at one time. So the newest cells up to that time
 * are those of one row of the file. Null when nothing states that the row is listed.
 */
export function rowHistoryAt({ observation, before, after }: Around, feed: RegisterFeed): RowHistory | null {
  const isOfRow = ({ sourceKey, subjectKey, subjectKind }: Observation): boolean =>
    subjectKind === observation.subjectKind &&
    sourceKey === observation.sourceKey &&
    subjectKey === observation.subjectKey;
  const isNow = (one: Observation): boolean => one.observedAt === observation.observedAt;
  const own = [...before, observation, ...after].filter(isOfRow);
  const until = own.lastIndexOf(observation);
  const now = own.filter((one, at) => isNow(one) || at <= until);
  const fields = new Map<string, StatedCell>();
  for (const one of now) fields.set(one.field, { value: one.value, quote: one.quote, isNow: isNow(one) });
  const listedOnes = now.filter(({ field }) => field === 'listed');
  const text = listedOnes.at(-1)?.value;
  if (typeof text !== 'string') return null;
  const isCut = isNow(after.at(-1) ?? observation);
  if (isCut) dropLater(fields, feed);
  return {
    listed: JSON.parse(text) as RegisterListedValue,
    listedText: text,
    listedBefore: listedOnes.findLast((one) => one !== observation && !isNow(one))?.value ?? null,
    fields,
    isWhole: !isCut,
  };
}

/** Fields behind the last one of the statement: they may have been stated behind the end of the evidence. */
function dropLater(fields: Map<string, StatedCell>, { columns }: RegisterFeed): void {
  const order = ['listed', ...columns.map(({ name }) => name)];
  const last = order.findLastIndex((field) => fields.get(field)?.isNow === true);
  for (const [at, field] of order.entries()) if (at > last && fields.get(field)?.isNow === false) fields.delete(field);
}

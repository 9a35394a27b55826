import { formatTimestamp, parseTimestamp } from '../../../../schemas/values/timestamp.ts';
import { linesOf, shownLabel, shownWords } from './statement-lines.ts';
import type { TypedValue } from '../typed/typed-values.ts';
import { validityOfLabel, validityOfMember, type ValidityName } from './validity-names.ts';

/** When a signed text must be valid. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What happened then, as `the proof was made`. */
  readonly event: string;
}

/** The time that the import states for a proof. */
export const proofMoment = (provedAt: number): Moment => ({ at: provedAt, event: 'the proof was made' });

/** The time of the block that a proof rests on; `timestamp` in seconds. */
export const blockMoment = ({ timestamp }: { readonly timestamp: number }): Moment => ({
  at: timestamp * 1_000,
  event: 'its block was made',
});

/**
 * Why a text was not valid at a moment; null when it was. A line that begins like a limit of validity but is not understood is
 * refused: the signer may have meant the proof to end.
 */
export function textTimeProblem(text: string, moment: Moment): string | null {
  for (const line of linesOf(text)) {
    const label = shownLabel(line);
    const kind = label === null ? validityWithoutLabel(line) : validityOfLabel(label.words);
    if (kind === null) continue;
    if (label === null || kind === 'unclear' || label.isMarked) {
      return `has a line that begins like an expiry and is not understood: ${JSON.stringify(line.slice(0, 100))}; write "Expires: <ISO 8601 date-time>"`;
    }
    const time = parseTimestamp(label.value);
    if (time === null) {
      const what = kind === 'end' ? 'an expiry' : 'a start';
      return `states ${what} that is not an ISO 8601 date-time: ${JSON.stringify(label.value)}`;
    }
    const problem = timeProblem(kind, time, label.value, moment);
    if (problem !== null) return problem;
  }
  return null;
}

/** Of `Expires 2026-01-31`. A sentence without a date is none. */
function validityWithoutLabel(line: string): ValidityName | null {
  const words = shownWords(line);
  const date = words.findIndex((word) => /^\d{4}/.test(word));
  return date > 0 ? validityOfLabel(words.slice(0, date)) : null;
}

/** Seconds since the epoch beyond this are milliseconds by mistake, or a way to write that there is no end. */
const latestSeconds = 100_000_000_000n;

/** The same for a value of typed data, by the name of its member or by the lines of its text. */
export function valueTimeProblem({ path, name, type, value }: TypedValue, moment: Moment): string | null {
  const kind = validityOfMember(name);
  if (kind === null) {
    const problem = typeof value === 'string' && type === 'string' ? textTimeProblem(value, moment) : null;
    return problem === null ? null : `${path} ${problem}`;
  }
  if (Array.isArray(value)) return null;
  if (kind === 'unclear' || typeof value !== 'string' || !/^(?:string|u?int\d*)$/.test(type)) {
    return `has a member that looks like an expiry and is not understood: ${path}; write expires as a date-time`;
  }
  if (type === 'string') {
    const time = parseTimestamp(value);
    if (time === null) return `${path} is not an ISO 8601 date-time: ${JSON.stringify(value.slice(0, 100))}`;
    return timeProblem(kind, time, value, moment);
  }
  const seconds = BigInt(value);
  if (seconds >= latestSeconds) return `${path} is not a time in seconds since 1970: ${value}`;
  const time = Number(seconds) * 1_000;
  return timeProblem(kind, time, seconds < 0n ? value : formatTimestamp(time), moment);
}

function timeProblem(kind: 'end' | 'start', time: number, stated: string, { at, event }: Moment): string | null {
  if (kind === 'end') return time < at ? `expired at ${stated}, before ${event}` : null;
  return time > at ? `was not valid before ${stated}, after ${event}` : null;
}

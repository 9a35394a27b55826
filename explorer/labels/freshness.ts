import type { SourceName } from './sources.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/** A file is old once three fetches in a row have brought no newer one, and never within two days. */
const lateAfter = 3;
const twoDaysMs = 2 * dayMs;

/** Whether the newest file of a source is old. Times in milliseconds. */
export const isOld = ({ everyMs }: Pick<SourceName, 'everyMs'>, asOf: number, now: number): boolean =>
  asOf < now - Math.max(twoDaysMs, lateAfter * everyMs);

import type { PendingWebhook } from '../../../schemas/generated/records.ts';
import { hourMs, minuteMs, secondMs } from '../../../schemas/values/durations.ts';

/** Waits before each try of a message, milliseconds: the schedule of Standard Webhooks 1.0.0, 75 h in all. */
const waits = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
/** Tries of a message after which later messages are sent before it. */
const blockingTries = 5;
/** Time without a success after which an endpoint is disabled, milliseconds. */
const deadAfterMs = 75 * hourMs;

/** Time of the next try after a number of tries; null after the last one. `random` from 0 to 1 delays it by up to a tenth. */
export function nextTry(tries: number, now: number, random: number): number | null {
  const wait = waits[tries];
  return wait === undefined ? null : now + Math.round(wait * (1 + random / 10));
}

/** Whether a pending message keeps those after it waiting, so that an endpoint gets its messages in order. */
export const isBlocking = ({ tries }: PendingWebhook): boolean => tries < blockingTries;

export const isDead = (failingSince: number | null, now: number): boolean =>
  failingSince !== null && now - failingSince >= deadAfterMs;

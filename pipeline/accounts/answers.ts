import type { AccountEvent } from '../../schemas/generated/records.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/** The event that answered a command, stored so that the same command sent again gets the same answer. */
export interface StoredAnswer {
  readonly event: AccountEvent;
  /** Record time of that event. */
  readonly timestamp: number;
}

const keptMs = dayMs;

const answerKey = (tenantId: string, commandId: string): string => `answer/${tenantId}/${commandId}`;
const agePrefix = (tenantId: string): string => `answer-age/${tenantId}/`;
/** Prefixes of the state keys of a tenant's answers. */
export const answerPrefixes = (tenantId: string): readonly string[] => [answerKey(tenantId, ''), agePrefix(tenantId)];
const ageKey = (tenantId: string, timestamp: number, commandId: string): string =>
  `${agePrefix(tenantId)}${String(timestamp).padStart(16, '0')}/${commandId}`;

/**
 * The answer to a command in the 24 hours before `clock`. The age is compared here, so that the result does not depend on
 * when `forgetExpired` last ran.
 */
export function readAnswer(
  state: KeyedState,
  tenantId: string,
  commandId: string,
  clock: number,
): StoredAnswer | undefined {
  const stored = state.get<StoredAnswer>(answerKey(tenantId, commandId));
  return stored !== undefined && clock - stored.timestamp < keptMs ? stored : undefined;
}

export function keepAnswer(state: KeyedState, event: AccountEvent, timestamp: number): void {
  const { tenantId, commandId } = event;
  const expired = state.get<StoredAnswer>(answerKey(tenantId, commandId));
  if (expired !== undefined) state.delete(ageKey(tenantId, expired.timestamp, commandId));
  state.put(answerKey(tenantId, commandId), { event, timestamp } satisfies StoredAnswer);
  state.put(ageKey(tenantId, timestamp, commandId), commandId);
}

/** Deletes the expired answers of a tenant. */
export function forgetExpired(state: KeyedState, tenantId: string, clock: number): void {
  const expired: (readonly [string, string])[] = [];
  for (const [key, commandId] of state.entries<string>(agePrefix(tenantId))) {
    if (clock - Number(key.split('/')[2]) < keptMs) break;
    expired.push([key, commandId]);
  }
  for (const [key, commandId] of expired) {
    state.delete(key);
    state.delete(answerKey(tenantId, commandId));
  }
}

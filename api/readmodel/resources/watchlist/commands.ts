import type { CommandOutcome, WatchItem } from '../../../../schemas/generated/records.ts';
import { isTerm, type Term } from '../../../../schemas/vocabulary.ts';
import { ApiError } from '../../../errors.ts';
import { giveCommand, type GiveCommandDependencies } from '../../give-command.ts';
import type { Principal } from '../../principal.ts';

export interface WatchCommand {
  readonly type: Extract<Term<'commandType'>, `watch.${string}`>;
  readonly body: object;
  /** Whether the asset is in the public registry, as this process knows it; null if the command names no asset. */
  readonly assetPublic: boolean | null;
  /** Message if the asset or item is not found: the same if it does not exist or belongs to another tenant (K-11). */
  readonly notFound: string;
}

export interface Decision {
  /** False if nothing had to change. */
  readonly changed: boolean;
  /** The item after the command. */
  readonly item: WatchItem;
}

/** Who sends a command, and the trace of the request. */
export interface Sender {
  readonly principal: Principal;
  /** W3C Trace Context; null if the request has none. */
  readonly traceparent: string | null;
  /** `key:<id>` of the principal unless given. */
  readonly actor?: string;
}

/**
 * Appends a command of the key holder and waits for its outcome; a rejection is thrown as an ApiError. RetryableError if
 * that takes longer than `deadlineMs` in all: the command may still take effect, once.
 */
export async function decide(
  { principal, traceparent, actor = `key:${principal.keyId}` }: Sender,
  { notFound, ...command }: WatchCommand,
  dependencies: GiveCommandDependencies,
  deadlineMs?: number,
): Promise<Decision> {
  const given = { ...command, tenantId: principal.tenantId, actor, traceparent };
  const outcome = await giveCommand(given, dependencies, deadlineMs);
  if (outcome.status === 'rejected') throw rejection(outcome, notFound);
  if (outcome.item === null) throw new Error(`the outcome of ${command.type} carries no item`);
  return { changed: outcome.status === 'accepted', item: outcome.item };
}

export function rejection({ code, message, limit, used }: CommandOutcome, notFound: string): ApiError {
  if (code === null || !isTerm('errorCode', code)) throw new Error(`a command was rejected with the code ${code}`);
  if (code === 'not_found') return new ApiError(code, notFound);
  const details =
    code === 'watchlist_limit_reached' ? [{ parameter: 'limit', reason: `${used} of ${limit} used` }] : [];
  return new ApiError(code, message ?? 'The command was not accepted', { details });
}

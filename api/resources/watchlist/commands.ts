import type { CommandOutcome, WatchItem } from '../../../schemas/generated/records.ts';
import { isTerm, type Term } from '../../../schemas/vocabulary.ts';
import type { ApiDependencies } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import type { KeyedRequest } from '../../route.ts';
import { engineDeadlineMs, within } from '../../tables/deadline.ts';

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

/** Principal and trace of a command. */
type Sender = Pick<KeyedRequest, 'principal' | 'traceparent'>;

type CommandDependencies = Pick<ApiDependencies, 'commands' | 'outcomes' | 'clock' | 'ids'>;

/**
 * Appends a command of the key holder and waits for its outcome; a rejection is thrown as an ApiError. RetryableError if
 * that takes longer than `deadlineMs` in all: the command may still take effect, once.
 */
export async function decide(
  sender: Sender,
  command: WatchCommand,
  dependencies: CommandDependencies,
  deadlineMs: number = engineDeadlineMs,
): Promise<Decision> {
  const commandId = dependencies.ids();
  const outcome = await within(deadlineMs, 'the log', outcomeOf(sender, { ...command, commandId }, dependencies));
  if (outcome.status === 'rejected') throw rejection(outcome, command.notFound);
  if (outcome.item === null) throw new Error(`the outcome of ${command.type} ${commandId} carries no item`);
  return { changed: outcome.status === 'accepted', item: outcome.item };
}

async function outcomeOf(
  { principal, traceparent }: Sender,
  { commandId, ...command }: WatchCommand & { readonly commandId: string },
  { commands, outcomes, clock }: CommandDependencies,
): Promise<CommandOutcome> {
  const sent = {
    commandId,
    tenantId: principal.tenantId,
    type: command.type,
    at: clock(),
    body: JSON.stringify(command.body),
    assetPublic: command.assetPublic,
    actor: `key:${principal.keyId}`,
  };
  // The wait begins before the command is sent, because the outcome may arrive before `send` resolves.
  const [outcome] = await Promise.all([outcomes.wait(commandId), commands.send(sent, traceparent)]);
  return outcome;
}

function rejection({ code, message, limit, used }: CommandOutcome, notFound: string): ApiError {
  if (code === null || !isTerm('errorCode', code)) throw new Error(`a command was rejected with the code ${code}`);
  if (code === 'not_found') return new ApiError(code, notFound);
  const details =
    code === 'watchlist_limit_reached' ? [{ parameter: 'limit', reason: `${used} of ${limit} used` }] : [];
  return new ApiError(code, message ?? 'The command was not accepted', { details });
}

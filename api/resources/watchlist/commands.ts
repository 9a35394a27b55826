import type { CommandOutcome, WatchItem } from '../../../schemas/generated/records.ts';
import { isTerm, type Term } from '../../../schemas/vocabulary.ts';
import type { ApiDependencies } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import type { KeyedRequest } from '../../route.ts';
import { engineDeadlineMs, within } from '../../tables/deadline.ts';

export interface WatchCommand {
  readonly type: Extract<Term<'commandType'>, `watch.${string}`>;
  readonly body: object;
  /** Whether the asset is in the public registry as this process sees it; null when no asset is named. */
  readonly assetPublic: boolean | null;
  /** What is told when the asset or item is not found: the same for what does not exist and what is another's (K-11). */
  readonly notFound: string;
}

export interface Decision {
  /** False when nothing had to change. */
  readonly changed: boolean;
  /** The item as decided. */
  readonly item: WatchItem;
}

/** Who gives a command, and as part of which trace. */
type Sender = Pick<KeyedRequest, 'principal' | 'traceparent'>;

type CommandDependencies = Pick<ApiDependencies, 'commands' | 'outcomes' | 'clock' | 'ids'>;

/**
 * Appends a command of the key's holder and waits for what was decided about it; a rejection is thrown as it is told.
 * RetryableError when that takes longer than `deadlineMs` in all: the command may still be carried out, once.
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
  // Waited for before it is sent: an outcome that is quicker than this thread would be told to nobody.
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

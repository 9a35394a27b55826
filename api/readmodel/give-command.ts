import type { CommandOutcome } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { ReadModelDependencies } from './dependencies.ts';
import { engineDeadlineMs, within } from './tables/deadline.ts';

/** A command of a key holder, before it gets its id and its time. */
export interface GivenCommand {
  readonly tenantId: string;
  readonly type: Term<'commandType'>;
  readonly body: object;
  /** `key:<id>` of a program, `session:<key id>` of a person. */
  readonly actor: string;
  /** Whether the asset of the command is in the public registry, as this process knows it; null if it names no asset. */
  readonly assetPublic?: boolean | null;
  /** W3C Trace Context of the request. */
  readonly traceparent?: string | null;
}

export type GiveCommandDependencies = Pick<ReadModelDependencies, 'clock' | 'commands' | 'ids' | 'outcomes'>;

/**
 * Appends a command and waits for its outcome, whose rows are readable then. RetryableError if that takes longer than
 * `deadlineMs` in all: the command may still take effect, once.
 */
export async function giveCommand(
  { tenantId, type, body, actor, assetPublic = null, traceparent = null }: GivenCommand,
  { clock, commands, ids, outcomes }: GiveCommandDependencies,
  deadlineMs: number = engineDeadlineMs,
): Promise<CommandOutcome> {
  const commandId = ids();
  const command = { commandId, tenantId, type, at: clock(), body: JSON.stringify(body), assetPublic, actor };
  // The wait begins before the command is sent, because the outcome may arrive before `send` resolves.
  const sent = Promise.all([outcomes.wait(tenantId, commandId), commands.send(command, traceparent)]);
  const [outcome] = await within(deadlineMs, 'the log', sent);
  return outcome;
}

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
  { tenantId, traceparent = null, ...command }: GivenCommand,
  dependencies: GiveCommandDependencies,
  deadlineMs: number = engineDeadlineMs,
): Promise<CommandOutcome> {
  const [outcome] = await giveCommands({ tenantId, traceparent, commands: [command] }, dependencies, deadlineMs);
  if (outcome === undefined) throw new Error(`the command ${command.type} has no outcome`);
  return outcome;
}

/** Commands of one tenant that take effect in their order. */
export interface GivenCommands extends Pick<GivenCommand, 'tenantId' | 'traceparent'> {
  readonly commands: readonly Omit<GivenCommand, 'tenantId' | 'traceparent'>[];
}

/** As `giveCommand` for several: they are appended together and awaited together. Their outcomes are in the same order. */
export async function giveCommands(
  { tenantId, commands: given, traceparent = null }: GivenCommands,
  { clock, commands, ids, outcomes }: GiveCommandDependencies,
  deadlineMs: number = engineDeadlineMs,
): Promise<readonly CommandOutcome[]> {
  const at = clock();
  const made = given.map(({ type, body, actor, assetPublic = null }) => ({
    commandId: ids(),
    tenantId,
    type,
    at,
    body: JSON.stringify(body),
    assetPublic,
    actor,
  }));
  // The wait begins before the commands are sent, because an outcome may arrive before `send` resolves.
  const awaited = Promise.all(made.map(({ commandId }) => outcomes.wait(tenantId, commandId)));
  const sent = Promise.all([awaited, commands.send(made, traceparent)]);
  const [decided] = await within(deadlineMs, 'the log', sent);
  return decided;
}

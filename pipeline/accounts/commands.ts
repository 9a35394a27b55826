import type { AccountCommand } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { Scope, Term } from '../../schemas/vocabulary.ts';
import { bodyProblems, shown } from './command-schemas.ts';

/** Who gives the commands that end and repeat intakes: the service itself. */
export const intakeActor = 'intake';

/** A key to be made; the secret is known to its holder only. */
export interface NewKeyBody {
  readonly keyId: string;
  readonly name: string;
  readonly secretSha256: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  /** Watchlist cap of the tenant. `tenant.create` without it: 50; `key.create` without it: as it is. */
  readonly limit?: number;
  /** Milliseconds; absent or null: never. */
  readonly expiresAt?: number | null;
}

export interface RotateKeyBody {
  /** Key to be replaced; it works for `overlapMs` more, or until its own expiry if that is earlier. */
  readonly keyId: string;
  readonly newKeyId: string;
  readonly secretSha256: string;
  readonly last4: string;
  readonly overlapMs: number;
  /** Expiry of the new key; absent: that of the old one. */
  readonly expiresAt?: number | null;
}

export interface ResolveIntakeBody {
  readonly itemId: string;
  /** Sequence of the `intake.started` event that is answered: a late answer never ends a newer intake. */
  readonly intakeSeq: number;
  readonly outcome: 'ready' | 'partial' | 'unresolved';
  /** Why it is unresolved. */
  readonly reason?: Term<'stateReason'>;
  /** `registryPosition` of the asset record it was decided on. */
  readonly registryPosition: number;
}

export interface RetryIntakeBody {
  readonly itemId: string;
  /** Retry only if the item is unresolved by this very intake; absent: whatever is unfinished or unresolved. */
  readonly intakeSeq?: number;
}

/** Arguments of each command type. */
export interface CommandBodies {
  /** A new tenant with its first key. */
  'tenant.create': NewKeyBody;
  /** Ends a tenant for good: its keys, its watches, and what is remembered of it. */
  'tenant.erase': Readonly<Record<string, never>>;
  /** One more key for a tenant. */
  'key.create': NewKeyBody;
  'key.rotate': RotateKeyBody;
  'key.revoke': { readonly keyId: string };
  'key.limit': { readonly limit: number };
  'watch.add': { readonly assetId: string; readonly by: 'key' | 'operator' };
  'watch.update': { readonly itemId: string; readonly monitoringEnabled?: boolean; readonly note?: string | null };
  'watch.remove': { readonly itemId: string };
  'intake.resolve': ResolveIntakeBody;
  'intake.retry': RetryIntakeBody;
}

export type CommandType = Term<'commandType'>;

/** A command whose body was checked. */
export type CommandOf<T extends CommandType> = Omit<AccountCommand, 'type' | 'body'> & {
  readonly type: T;
  readonly body: CommandBodies[T];
};
export type Command = { readonly [T in CommandType]: CommandOf<T> }[CommandType];

export type ParsedCommand =
  | { readonly ok: true; readonly command: Command }
  /** `reason` is a sentence without its full stop; `addressed` when there is somebody to tell it to. */
  | { readonly ok: false; readonly addressed: boolean; readonly reason: string };

export interface NewCommand<T extends CommandType> {
  /** The same id again repeats the stored answer: random for people's requests, a hash for derived ones. */
  readonly commandId: string;
  readonly tenantId: string;
  readonly type: T;
  /** When it takes effect, milliseconds. It may lie in the past; see `accounts.ts`. */
  readonly at: number;
  readonly body: CommandBodies[T];
  /** `key:<id>`, `operator` or `intake`. */
  readonly actor: string;
  /** Whether the asset of a `watch.add` was public when the command was given. */
  readonly assetPublic?: boolean | null;
}

/** A command as it is appended. */
export const makeCommand = <T extends CommandType>(command: NewCommand<T>): AccountCommand => ({
  commandId: command.commandId,
  tenantId: command.tenantId,
  type: command.type,
  at: command.at,
  body: canonicalJson(command.body),
  assetPublic: command.assetPublic ?? null,
  actor: command.actor,
});

const idPattern = /^[0-9A-Za-z_-]{1,64}$/;

/** Checks a command against the shape of its type. Ids of items and assets come out in lower case. */
export function parseCommand(record: AccountCommand): ParsedCommand {
  if (!idPattern.test(record.commandId)) return unaddressed(`"${shown(record.commandId)}" is not a command id`);
  if (!idPattern.test(record.tenantId)) return unaddressed(`"${shown(record.tenantId)}" is not a tenant id`);
  if (!isTime(record.at)) return refused(`the time the command takes effect, ${record.at}, is before 1970`);
  const body = parseJson(record.body);
  if (body === undefined) return refused(`the body of the ${shown(record.type)} command is not JSON`);
  const problems = bodyProblems(record.type, body);
  if (problems !== null) return refused(problems);
  const command = { ...record, body: normalised(body as Readonly<Record<string, unknown>>) };
  return { ok: true, command: command as unknown as Command };
}

/** Whether something can take effect then: milliseconds from 1970 on. */
export const isTime = (at: number): boolean => at >= 0;

const unaddressed = (reason: string): ParsedCommand => ({ ok: false, addressed: false, reason });
const refused = (reason: string): ParsedCommand => ({ ok: false, addressed: true, reason });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is kept must be what the log can carry: ids in lower case, text without lone surrogates. */
function normalised(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const member = ([name, value]: readonly [string, unknown]): readonly [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    const isId = name === 'assetId' || name === 'itemId';
    return [name, isId ? value.toLowerCase() : value.toWellFormed()];
  };
  return Object.fromEntries(Object.entries(body).map(member));
}

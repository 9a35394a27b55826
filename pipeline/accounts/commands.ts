import type { AccountCommand, PendingWebhook, WebhookDelivery } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { Scope, Term } from '../../schemas/vocabulary.ts';
import { bodyProblems, shown } from './command-schemas.ts';

/** Actor of the commands that end and repeat intakes: the service itself. */
export const intakeActor = 'intake';

/** A key to create; only its holder knows the secret. */
export interface NewKeyBody {
  readonly keyId: string;
  readonly name: string;
  readonly secretSha256: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  /** Watchlist cap of the tenant. `tenant.create` without it: 50; `key.create` without it: unchanged. */
  readonly limit?: number;
  /** Milliseconds; absent or null: never. */
  readonly expiresAt?: number | null;
}

interface RotateKeyBody {
  /** Key to replace. It works for another `overlapMs`, or until its own expiry if that is earlier. */
  readonly keyId: string;
  readonly newKeyId: string;
  readonly secretSha256: string;
  readonly last4: string;
  readonly overlapMs: number;
  /** Expiry of the new key; absent: that of the old one. */
  readonly expiresAt?: number | null;
  /** The holder of the key replaces it: revoking the old key ends the new one, too. */
  readonly byHolder?: true;
}

export interface ResolveIntakeBody {
  readonly itemId: string;
  /** Sequence of the `intake.started` event that this answers, so that a late answer never ends a newer intake. */
  readonly intakeSeq: number;
  readonly outcome: 'ready' | 'partial' | 'unresolved';
  /** Why it is unresolved. */
  readonly reason?: Term<'stateReason'>;
  /** What a partial intake lacks. */
  readonly missing?: readonly Term<'intakeGap'>[];
  /** `registryPosition` of the asset record that the decision used. */
  readonly registryPosition: number;
}

interface RetryIntakeBody {
  readonly itemId: string;
  /** Retry only if this intake left the item unresolved; absent: retry any unfinished or unresolved intake. */
  readonly intakeSeq?: number;
}

/** Has neither an address nor a user agent, because the log retains it for ever. */
interface SessionBody {
  readonly sessionSha256: string;
  readonly keyId: string;
}

/** What the sender of webhooks reports. */
interface WebhookProgressBody {
  readonly endpointId: string;
  readonly deliveries: readonly WebhookDelivery[];
  /** Absent for a test and for what was sent again by hand: they change no place and no counter. */
  readonly state?: {
    /** `progress` of the state that this report is based on. */
    readonly after: number;
    readonly cursor: string;
    readonly pending: readonly PendingWebhook[];
    readonly failingSince: number | null;
    /** Disables the endpoint. */
    readonly reason: 'gone' | 'failing' | null;
  };
}

/** Arguments of each command type. */
export interface CommandBodies {
  /** A new tenant with its first key. */
  'tenant.create': NewKeyBody;
  /** Ends a tenant for good: its keys, its watches and its stored state. */
  'tenant.erase': Readonly<Record<string, never>>;
  /** One more key for a tenant. */
  'key.create': NewKeyBody;
  'key.rotate': RotateKeyBody;
  'key.revoke': { readonly keyId: string };
  'key.limit': { readonly limit: number };
  /** A process answered a request with the key: the first one of a UTC day. */
  'key.used': { readonly keyId: string };
  'watch.add': { readonly assetId: string; readonly by: 'key' | 'operator' };
  'watch.update': { readonly itemId: string; readonly monitoringEnabled?: boolean; readonly note?: string | null };
  'watch.remove': { readonly itemId: string };
  'intake.resolve': ResolveIntakeBody;
  'intake.retry': RetryIntakeBody;
  /** A person signed in with a key. */
  'session.open': SessionBody;
  'session.renew': SessionBody;
  'session.close': SessionBody;
  /** Ends every session of the key but this one. */
  'session.close_others': SessionBody;
  'webhook.create': {
    readonly endpointId: string;
    readonly url: string;
    readonly secret: string;
    readonly cursor: string;
  };
  /** `enabled: true` tries everything pending at once. `resumed` takes a pause back: tries and failures stay as they were. */
  'webhook.update': {
    readonly endpointId: string;
    readonly url?: string;
    readonly enabled?: boolean;
    readonly resumed?: boolean;
  };
  'webhook.rotate': { readonly endpointId: string; readonly secret: string };
  'webhook.remove': { readonly endpointId: string };
  'webhook.progress': WebhookProgressBody;
  /** Changes up to then were shown to the key holder, milliseconds. */
  'feed.seen': { readonly upTo: number };
  /** Up to 200 notifications. `readAt` in milliseconds; null: unread again. */
  'inbox.mark': { readonly notificationIds: readonly string[]; readonly readAt: number | null };
  /** A token that is not public; `assetPublic` of the command states whether it is. */
  'request.create': {
    /** With EVM addresses in EIP-55 form. */
    readonly caip19: string;
    readonly note: string | null;
    /** Requests whose tokens are public by now: they no longer count. */
    readonly registered: readonly string[];
  };
  'request.withdraw': { readonly requestId: string };
  'request.decline': { readonly requestId: string; readonly reason: string };
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
  /** `reason` is a sentence without its full stop; `addressed` if the command has a tenant and an id to answer to. */
  | { readonly ok: false; readonly addressed: boolean; readonly reason: string };

export interface NewCommand<T extends CommandType> {
  /** A command with the same id gets the stored answer. Random for requests of clients, a hash for derived commands. */
  readonly commandId: string;
  readonly tenantId: string;
  readonly type: T;
  /** When it takes effect, milliseconds. May be in the past; see `accounts.ts`. */
  readonly at: number;
  readonly body: CommandBodies[T];
  /** `key:<id>`, `session:<key id>`, `operator` or `intake`. */
  readonly actor: string;
  /** Whether the asset of a `watch.add` or `request.create` was public when the command was made. */
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

/** Whether a command has a valid tenant and id, so that an answer can be addressed to it. */
export const isAddressed = ({ commandId, tenantId }: Pick<AccountCommand, 'commandId' | 'tenantId'>): boolean =>
  idPattern.test(commandId) && idPattern.test(tenantId);

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

/** Whether a command can take effect at that time: milliseconds since 1970. */
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

/** Normalises values so that the state equals what the log can carry: ids in lower case, text without lone surrogates. */
function normalised(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const member = ([name, value]: readonly [string, unknown]): readonly [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    const isId = name === 'assetId' || name === 'itemId' || name === 'requestId';
    return [name, isId ? value.toLowerCase() : value.toWellFormed()];
  };
  return Object.fromEntries(Object.entries(body).map(member));
}

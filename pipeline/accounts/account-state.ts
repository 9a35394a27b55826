import type {
  AccountEvent,
  ApiKeyState,
  HiddenInterval,
  TenantState,
  TokenRequest,
  WatchItem,
  WebhookEndpoint,
} from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { Input, KeyedState } from '../runtime/processor.ts';
import { answerPrefixes, forgetExpired, keepAnswer } from './answers.ts';
import { hourMs } from '../../schemas/values/durations.ts';

/** State of a tenant without its keys and items. A tenant that was never created has no settings. */
export interface Account {
  /** Sequence of its last event; 0 before the first. */
  readonly seq: number;
  /** Highest record time of its events: the clock by which stored answers expire. */
  readonly clock: number;
  /** Items on its list, including unresolved and paused ones. */
  readonly used: number;
  readonly settings: TenantState | null;
  /** `clock` when expired answers were last deleted. */
  readonly cleanedAt: number;
  /** When the tenant was erased. Its id is never used again. */
  readonly erasedAt?: number;
}

/** An item, as far as later commands depend on it. */
export interface StoredItem {
  readonly item: WatchItem;
  /** When its last event took effect: no later command takes effect earlier. */
  readonly changedAt: number;
  /** Sequence of its last `intake.started`. */
  readonly intakeSeq: number;
}

/** A session, as far as later commands depend on it. */
export interface OpenSession {
  readonly sessionSha256: string;
  /** Sequence of its opening. */
  readonly seq: number;
}

export type HiddenKind = Term<'hiddenKind'>;

const noAccount: Account = { seq: 0, clock: 0, used: 0, settings: null, cleanedAt: 0 };
const cleanEveryMs = hourMs;

const accountKey = (tenantId: string): string => `account/${tenantId}`;
const apiKeyKey = (tenantId: string, keyId: string): string => `key/${tenantId}/${keyId}`;
const itemKey = (tenantId: string, itemId: string): string => `item/${tenantId}/${itemId}`;
const sessionKey = (tenantId: string, keyId: string, sessionSha256: string): string =>
  `session/${tenantId}/${keyId}/${sessionSha256}`;
const webhookKey = (tenantId: string, endpointId: string): string => `webhook/${tenantId}/${endpointId}`;
const requestKey = (tenantId: string, requestId: string): string => `request/${tenantId}/${requestId}`;
const hiddenKey = (tenantId: string, assetId: string, kind: string): string => `hidden/${tenantId}/${assetId}/${kind}`;

export const readAccount = (state: KeyedState, tenantId: string): Account =>
  state.get<Account>(accountKey(tenantId)) ?? noAccount;

export const readApiKey = (state: KeyedState, tenantId: string, keyId: string): ApiKeyState | undefined =>
  state.get<ApiKeyState>(apiKeyKey(tenantId, keyId));

export const readItem = (state: KeyedState, tenantId: string, itemId: string): StoredItem | undefined =>
  state.get<StoredItem>(itemKey(tenantId, itemId));

/** An endpoint that was not removed. */
export const readWebhook = (state: KeyedState, tenantId: string, endpointId: string): WebhookEndpoint | undefined =>
  state.get<WebhookEndpoint>(webhookKey(tenantId, endpointId));

/** All endpoints of a tenant that were not removed. */
export const webhooksOf = (state: KeyedState, tenantId: string): readonly WebhookEndpoint[] =>
  [...state.entries<WebhookEndpoint>(webhookKey(tenantId, ''))].map(([, endpoint]) => endpoint);

/** A request that was not withdrawn. */
export const readRequest = (state: KeyedState, tenantId: string, requestId: string): TokenRequest | undefined =>
  state.get<TokenRequest>(requestKey(tenantId, requestId));

/** All requests of a tenant that were not withdrawn. */
export const requestsOf = (state: KeyedState, tenantId: string): readonly TokenRequest[] =>
  [...state.entries<TokenRequest>(requestKey(tenantId, ''))].map(([, request]) => request);

/** Sessions of a key that were opened and not closed, the oldest first. Those that ended by their age are among them. */
export const sessionsOf = (state: KeyedState, tenantId: string, keyId: string): readonly OpenSession[] =>
  [...state.entries<OpenSession>(sessionKey(tenantId, keyId, ''))]
    .map(([, session]) => session)
    .sort((a, b) => a.seq - b.seq);

/** The hidden interval of a kind that is still open. */
export const readHidden = (
  state: KeyedState,
  tenantId: string,
  assetId: string,
  kind: HiddenKind,
): HiddenInterval | undefined => state.get<HiddenInterval>(hiddenKey(tenantId, assetId, kind));

/** All keys of a tenant. */
export const apiKeysOf = (state: KeyedState, tenantId: string): readonly ApiKeyState[] =>
  [...state.entries<ApiKeyState>(apiKeyKey(tenantId, ''))].map(([, key]) => key);

/** All items of a tenant, including removed ones. */
export const itemsOf = (state: KeyedState, tenantId: string): readonly StoredItem[] =>
  [...state.entries<StoredItem>(itemKey(tenantId, ''))].map(([, item]) => item);

/** Whether an item is on the list. */
export const isListed = (item: WatchItem | undefined): item is WatchItem =>
  item !== undefined && item.state !== ('removed' satisfies Term<'watchState'>);

/**
 * Applies an event to the state. Nothing else changes the state, so an instance that folds the events of a partition from the
 * start has the state of the instance that wrote them. Applying an event twice changes nothing.
 */
export function foldEvent(state: KeyedState, event: AccountEvent, timestamp: number): void {
  const { tenantId, seq } = event;
  const before = readAccount(state, tenantId);
  if (seq <= before.seq) return;
  if (seq !== before.seq + 1) {
    throw new Error(
      `accounts.events of tenant ${tenantId} go from sequence ${before.seq} to ${seq}: events are missing`,
    );
  }
  const clock = Math.max(before.clock, timestamp);
  const used = before.used + foldItem(state, event);
  if (event.key !== null) state.put(apiKeyKey(tenantId, event.key.keyId), event.key);
  for (const interval of event.intervals) foldInterval(state, tenantId, interval);
  foldWebhook(state, tenantId, event.webhook?.endpoint ?? null);
  foldRequest(state, tenantId, event.request);
  foldSession(state, event);
  if (event.outcome !== null) keepAnswer(state, event, timestamp);
  const cleaning = clock - before.cleanedAt >= cleanEveryMs;
  if (cleaning) forgetExpired(state, tenantId, clock);
  const settings = event.tenant ?? before.settings;
  const cleanedAt = cleaning ? clock : before.cleanedAt;
  const erasedAt = event.type === ('tenant.erased' satisfies Term<'accountEventType'>) ? event.at : before.erasedAt;
  if (erasedAt !== before.erasedAt) forgetTenant(state, tenantId);
  const erasure = erasedAt === undefined ? {} : { erasedAt };
  state.put(accountKey(tenantId), { seq, clock, used, settings, cleanedAt, ...erasure } satisfies Account);
}

/** Deletes all state of a tenant except its account. */
function forgetTenant(state: KeyedState, tenantId: string): void {
  const kinds = [
    apiKeyKey(tenantId, ''),
    itemKey(tenantId, ''),
    webhookKey(tenantId, ''),
    requestKey(tenantId, ''),
    `session/${tenantId}/`,
    `hidden/${tenantId}/`,
    ...answerPrefixes(tenantId),
  ];
  for (const prefix of kinds) {
    for (const key of [...state.entries(prefix)].map(([name]) => name)) state.delete(key);
  }
}

/** `foldEvent` for a record of `accounts.events`. A new instance continues with the commands after the highest input position. */
export const restoreFromEvent = (state: KeyedState, input: Input<'accounts.events'>): void =>
  foldEvent(state, input.value, input.timestamp);

/** Returns the change in the number of listed items. */
function foldItem(state: KeyedState, event: AccountEvent): number {
  const { tenantId, item } = event;
  if (item === null) return 0;
  const before = readItem(state, tenantId, item.itemId);
  const intakeSeq = event.type === 'intake.started' ? event.seq : (before?.intakeSeq ?? 0);
  state.put(itemKey(tenantId, item.itemId), { item, changedAt: event.at, intakeSeq } satisfies StoredItem);
  return Number(isListed(item)) - Number(isListed(before?.item));
}

function foldInterval(state: KeyedState, tenantId: string, interval: HiddenInterval): void {
  const key = hiddenKey(tenantId, interval.assetId, interval.kind);
  if (interval.to === null) state.put(key, interval);
  else state.delete(key);
}

function foldWebhook(state: KeyedState, tenantId: string, endpoint: WebhookEndpoint | null): void {
  if (endpoint === null) return;
  const key = webhookKey(tenantId, endpoint.endpointId);
  if (endpoint.state === ('removed' satisfies Term<'webhookState'>)) state.delete(key);
  else state.put(key, endpoint);
}

function foldRequest(state: KeyedState, tenantId: string, request: TokenRequest | null): void {
  if (request === null) return;
  const key = requestKey(tenantId, request.requestId);
  if (request.state === ('withdrawn' satisfies Term<'requestState'>)) state.delete(key);
  else state.put(key, request);
}

/** A key that was revoked has no session that could be counted or ended. */
function foldSession(state: KeyedState, { tenantId, seq, session, key }: AccountEvent): void {
  if (key !== null && key.revokedAt !== null) {
    for (const { sessionSha256 } of sessionsOf(state, tenantId, key.keyId)) {
      state.delete(sessionKey(tenantId, key.keyId, sessionSha256));
    }
  }
  if (session === null) return;
  const { sessionSha256, keyId, kind } = session;
  const name = sessionKey(tenantId, keyId, sessionSha256);
  if (kind === 'opened') state.put(name, { sessionSha256, seq } satisfies OpenSession);
  if (kind === 'closed') state.delete(name);
}

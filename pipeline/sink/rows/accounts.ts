/** Rows of the tenants' state. An event has the new state of what it changed; its sequence is the version of the row. */
import type {
  ApiKeyState,
  CommandOutcome,
  HiddenInterval,
  IntakeNotice,
  SessionMark,
  TenantState,
  TokenRequest,
  WatchItem,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../../schemas/generated/records.ts';
import { severityOfIntake, severityRank } from '../../../schemas/severity.ts';
import { json, millis, rowPerPart } from '../row-mapping.ts';

type Topic = 'accounts.events';

export const tenantRow = rowPerPart<Topic, TenantState>('store_tenants', (event) => present(event.tenant), {
  tenant_id: (_, event) => event.tenantId,
  limit: (tenant) => tenant.limit,
  seen_at: (tenant) => millis(tenant.seenAt),
  created_at: (tenant) => millis(tenant.createdAt),
  seq: (_, event) => event.seq,
});

export const apiKeyRow = rowPerPart<Topic, ApiKeyState>('store_api_keys', (event) => present(event.key), {
  key_id: (key) => key.keyId,
  tenant_id: (_, event) => event.tenantId,
  name: (key) => key.name,
  secret_sha256: (key) => key.secretSha256,
  last4: (key) => key.last4,
  scopes: (key) => key.scopes,
  created_at: (key) => millis(key.createdAt),
  expires_at: (key) => millis(key.expiresAt),
  revoked_at: (key) => millis(key.revokedAt),
  replaces: (key) => key.replaces,
  used_on: (key) => key.usedOn,
  seq: (_, event) => event.seq,
});

export const watchItemRow = rowPerPart<Topic, WatchItem>('store_watch_items', (event) => present(event.item), {
  tenant_id: (_, event) => event.tenantId,
  item_id: (item) => item.itemId,
  asset_id: (item) => item.assetId,
  state: (item) => item.state,
  state_reason: (item) => item.stateReason,
  intake_status: (item) => item.intakeStatus,
  monitoring_enabled: (item) => item.monitoringEnabled,
  note: (item) => item.note,
  added_at: (item) => millis(item.addedAt),
  current_add_at: (item) => millis(item.currentAddAt),
  current_add_seq: (item) => item.currentAddSeq,
  seq: (_, event) => event.seq,
});

export const hiddenIntervalRow = rowPerPart<Topic, HiddenInterval>(
  'store_hidden_intervals',
  (event) => event.intervals,
  {
    tenant_id: (_, event) => event.tenantId,
    interval_id: (interval) => interval.intervalId,
    asset_id: (interval) => interval.assetId,
    kind: (interval) => interval.kind,
    from: (interval) => millis(interval.from),
    to: (interval) => millis(interval.to),
    seq: (_, event) => event.seq,
  },
);

export const intakeNoticeRow = rowPerPart<Topic, IntakeNotice>(
  'store_intake_notices',
  (event) => present(event.notice),
  {
    tenant_id: (_, event) => event.tenantId,
    notice_id: (notice) => notice.noticeId,
    item_id: (notice) => notice.itemId,
    asset_id: (notice) => notice.assetId,
    kind: (notice) => notice.kind,
    reason: (notice) => notice.reason,
    severity_rank: (notice) => severityRank(severityOfIntake(notice.kind)),
    created_at: (_, event) => millis(event.at),
    seq: (_, event) => event.seq,
  },
);

/** Opening, last renewal and end of a session are rows of their own, so that nothing undoes an end. */
export const sessionRow = rowPerPart<Topic, SessionMark>('store_sessions', (event) => present(event.session), {
  session_sha256: (session) => session.sessionSha256,
  kind: (session) => session.kind,
  tenant_id: (_, event) => event.tenantId,
  key_id: (session) => session.keyId,
  at: (_, event) => millis(event.at),
  seq: (_, event) => event.seq,
});

/** The last mark of a notification is its row: it is unread again where `read_at` is null. */
export const readMarkerRow = rowPerPart<Topic, string>(
  'store_read_markers',
  (event) => event.marks?.notificationIds ?? [],
  {
    tenant_id: (_, event) => event.tenantId,
    notification_id: (notificationId) => notificationId,
    read_at: (_, event) => millis(event.marks?.readAt ?? null),
    seq: (_, event) => event.seq,
  },
);

/** The last state of each endpoint of a tenant. Addresses and secrets are sealed. */
export const webhookRow = rowPerPart<Topic, WebhookEndpoint>(
  'store_webhooks',
  (event) => present(event.webhook?.endpoint ?? null),
  {
    tenant_id: (_, event) => event.tenantId,
    endpoint_id: (endpoint) => endpoint.endpointId,
    url: (endpoint) => endpoint.url,
    secret: (endpoint) => endpoint.secret,
    previous_secret: (endpoint) => endpoint.previousSecret,
    previous_until: (endpoint) => millis(endpoint.previousUntil),
    state: (endpoint) => endpoint.state,
    reason: (endpoint) => endpoint.reason,
    cursor: (endpoint) => endpoint.cursor,
    pending: (endpoint) => json(endpoint.pending),
    failing_since: (endpoint) => millis(endpoint.failingSince),
    progress: (endpoint) => endpoint.progress,
    created_at: (endpoint) => millis(endpoint.createdAt),
    seq: (_, event) => event.seq,
  },
);

/** Every try to deliver a message. */
export const webhookDeliveryRow = rowPerPart<Topic, WebhookDelivery>(
  'store_webhook_deliveries',
  (event) => event.webhook?.deliveries ?? [],
  {
    tenant_id: (_, event) => event.tenantId,
    endpoint_id: (delivery) => delivery.endpointId,
    message_id: (delivery) => delivery.messageId,
    kind: (delivery) => delivery.kind,
    tries: (delivery) => delivery.tries,
    outcome: (delivery) => delivery.outcome,
    status: (delivery) => delivery.status,
    error: (delivery) => delivery.error,
    answer: (delivery) => delivery.answer,
    duration_ms: (delivery) => delivery.durationMs,
    cursor: (delivery) => delivery.cursor,
    at: (delivery) => millis(delivery.at),
    seq: (_, event) => event.seq,
  },
);

/** The last state of each request for a token. Notes are sealed. */
export const requestRow = rowPerPart<Topic, TokenRequest>('store_requests', (event) => present(event.request), {
  tenant_id: (_, event) => event.tenantId,
  request_id: (request) => request.requestId,
  caip19: (request) => request.caip19,
  note: (request) => request.note,
  state: (request) => request.state,
  reason: (request) => request.reason,
  created_at: (request) => millis(request.createdAt),
  decided_at: (request) => millis(request.decidedAt),
  seq: (_, event) => event.seq,
});

/** Includes commands of the service itself: from these rows the API learns that a tenant has new data. */
export const commandOutcomeRow = rowPerPart<Topic, CommandOutcome>(
  'store_command_outcomes',
  (event) => present(event.outcome),
  {
    command_id: (_, event) => event.commandId,
    tenant_id: (_, event) => event.tenantId,
    status: (outcome) => outcome.status,
    code: (outcome) => outcome.code,
    message: (outcome) => outcome.message,
    limit: (outcome) => outcome.limit,
    used: (outcome) => outcome.used,
    item: (outcome) => json(outcome.item),
    at: (_, event) => millis(event.at),
    seq: (_, event) => event.seq,
  },
);

const present = <P extends object>(part: P | null): readonly P[] => (part === null ? [] : [part]);

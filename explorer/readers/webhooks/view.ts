import type { StoredEndpoint } from '../../../api/readmodel/webhooks/endpoint.ts';
import type { StoredDelivery } from '../../../api/readmodel/webhooks/queries.ts';
import type { StateProps } from '../../parts/state.tsx';
import { parseUrl } from '../../../schemas/values/parse-url.ts';
import { momentOf } from '../../labels/dates.ts';

/** An endpoint as a page shows it. Times in milliseconds. */
export interface EndpointView {
  readonly endpointId: string;
  readonly url: string;
  /** Host of the address. */
  readonly host: string;
  readonly isEnabled: boolean;
  readonly state: StateProps;
  /** What the reader has to know or do, as sentences; null while all is well. */
  readonly notice: string | null;
  readonly createdAt: number;
  /** Messages that failed and are tried again. */
  readonly waiting: number;
  /** When the next of them is tried; null if none waits, or the endpoint is disabled. */
  readonly nextAt: number | null;
  /** Until when the secret before the last rotation signs as well; null if it no longer does. */
  readonly rotationUntil: number | null;
}

/** A try as a page shows it. */
export interface DeliveryView {
  readonly messageId: string;
  readonly kind: string;
  readonly at: number;
  /** "Try 3", "by hand". */
  readonly which: string;
  readonly state: StateProps;
  /** What came back, or why nothing did. */
  readonly result: string;
  readonly durationMs: number;
  /** The first part of the answer; empty if there was none. */
  readonly answer: string;
  readonly canRepeat: boolean;
}

/** `url` is the address, opened; null once it cannot be opened any more. */
export function endpointView(endpoint: StoredEndpoint, url: string | null, now: number): EndpointView {
  const { endpointId, state, pending, createdAt, previousUntil } = endpoint;
  const isEnabled = state === 'enabled';
  const address = url ?? 'unreadable';
  return {
    endpointId,
    isEnabled,
    createdAt,
    url: address,
    host: hostOf(address),
    state: stateOf(endpoint),
    notice: noticeOf(endpoint),
    waiting: pending.length,
    nextAt: isEnabled && pending.length > 0 ? Math.min(...pending.map(({ nextAt }) => nextAt)) : null,
    rotationUntil: previousUntil !== null && previousUntil > now ? previousUntil : null,
  };
}

const hostOf = (url: string): string => parseUrl(url)?.host ?? url;

function stateOf({ state, reason, failingSince }: StoredEndpoint): StateProps {
  if (state !== 'enabled') {
    return reason === 'stopped'
      ? { tone: 'off', icon: 'pause', word: 'Paused' }
      : { tone: 'fail', icon: 'alert', word: 'Disabled' };
  }
  return failingSince === null
    ? { tone: 'good', icon: 'check', word: 'Enabled' }
    : { tone: 'late', icon: 'clock', word: 'Failing' };
}

const again = 'Enable it when it can receive again: pending messages are sent first, then all later ones.';

function noticeOf({ state, reason, failingSince }: StoredEndpoint): string | null {
  if (state === 'enabled') {
    if (failingSince === null) return null;
    return `It has accepted no message since ${momentOf(failingSince)}. After 75 hours without one the endpoint is disabled.`;
  }
  if (reason === 'gone') return `It answered 410 (gone), so nothing is sent any more. ${again}`;
  if (reason === 'failing') return `It accepted no message for 75 hours, so nothing is sent any more. ${again}`;
  return `You paused it. ${again}`;
}

/** `answer` is the first part of the answer, opened. */
export function deliveryView(delivery: StoredDelivery, answer: string): DeliveryView {
  const { messageId, kind, at, tries, outcome, status, error, durationMs, cursor } = delivery;
  const isDelivered = outcome === 'delivered';
  const givenUp = outcome === 'given_up';
  return {
    messageId,
    kind,
    at,
    durationMs,
    answer,
    which: tries === 0 ? 'by hand' : `try ${tries}`,
    state: isDelivered
      ? { tone: 'good', icon: 'check', word: 'Delivered' }
      : { tone: 'fail', icon: 'alert', word: givenUp ? 'Given up' : 'Failed' },
    result: isDelivered ? `It answered ${status ?? 'nothing'}.` : (error ?? 'It failed.'),
    canRepeat: cursor !== '',
  };
}

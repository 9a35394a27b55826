import { sha256Hex } from '../../schemas/values/hash.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { StreamBatch } from '../resources/stream/read-events.ts';

/** A message to an endpoint. */
export interface Message {
  /** `webhook-id`: the same at every try and after every restart. */
  readonly id: string;
  readonly kind: Term<'webhookEvent'>;
  /** JSON text. */
  readonly body: string;
  /** Place in the stream before and behind it. */
  readonly from: string;
  readonly to: string;
}

type StreamEvent = StreamBatch['events'][number];

interface EventData {
  readonly id?: string;
  readonly notificationId?: string;
  readonly revision?: number;
  readonly detectedAt?: string;
  readonly createdAt?: string;
}

/** Longest body, bytes. A longer one is sent without the quotes. */
const mostBytes = 20_000;

/** The messages of a batch that begins behind the cursor `from`. A notification belongs to the change before it. */
export function messagesOf(events: readonly StreamEvent[], from: string): readonly Message[] {
  let before = from;
  let change = '';
  return events.map((event) => {
    const data = JSON.parse(event.data) as EventData;
    const isChange = event.name === 'change';
    if (isChange) change = `${data.id ?? ''}:${data.revision ?? 0}`;
    const id = isChange ? change : notificationId(data, change);
    // Two notifications of the inbox may follow each other; only the first belongs to the change.
    if (!isChange) change = '';
    const kind = isChange ? ((data.revision ?? 0) === 0 ? 'change.created' : 'change.revised') : 'notification.created';
    const message = { id, kind, body: bodyOf(kind, data), from: before, to: event.id } as const;
    before = event.id;
    return message;
  });
}

/** The notification of a group is sent with each notable change of it, so the change is part of its id. */
const notificationId = (data: EventData, change: string): string => {
  const id = data.notificationId ?? data.id ?? '';
  return change === '' ? id : `${id}:${sha256Hex(change).slice(0, 12)}`;
};

function bodyOf(type: Term<'webhookEvent'>, data: EventData): string {
  const timestamp = data.detectedAt ?? data.createdAt;
  const whole = JSON.stringify({ type, timestamp, data });
  if (Buffer.byteLength(whole) < mostBytes) return whole;
  return JSON.stringify({ type, timestamp, data }, (key, value: unknown) => (/quote/i.test(key) ? null : value));
}

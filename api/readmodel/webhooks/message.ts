import { sha256Hex } from '../../../schemas/values/hash.ts';
import type { Term } from '../../../schemas/vocabulary.ts';
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
  readonly id: string;
  readonly revision?: number;
}

/** Longest body, bytes. A longer one is sent without the quotes. */
const mostBytes = 20_000;

/** The messages of a batch that begins behind the cursor `from`. */
export function messagesOf(events: readonly StreamEvent[], from: string): readonly Message[] {
  let before = from;
  return events.map((event) => {
    const data = JSON.parse(event.data) as EventData;
    const kind = kindOf(event, data);
    const message = {
      id: idOf(event, data),
      kind,
      body: bodyOf(kind, event, data),
      from: before,
      to: event.id,
    } as const;
    before = event.id;
    return message;
  });
}

const kindOf = ({ name }: StreamEvent, { revision }: EventData): Message['kind'] => {
  if (name === 'notification') return 'notification.created';
  return revision === 0 ? 'change.created' : 'change.revised';
};

/** A notification is sent again with each revision of its change, so that revision is part of its id. */
const idOf = ({ name, about }: StreamEvent, { id }: EventData): string => {
  if (about === null) return id;
  return name === 'change' ? about : `${id}:${sha256Hex(about).slice(0, 12)}`;
};

function bodyOf(type: Term<'webhookEvent'>, { at }: StreamEvent, data: EventData): string {
  const timestamp = new Date(at).toISOString();
  const whole = JSON.stringify({ type, timestamp, data });
  if (Buffer.byteLength(whole) < mostBytes) return whole;
  return JSON.stringify({ type, timestamp, data }, (key, value: unknown) => (/quote/i.test(key) ? null : value));
}

import type {
  AccountEvent,
  ApiKeyState,
  CommandOutcome,
  HiddenInterval,
  InboxMarks,
  IntakeNotice,
  SessionMark,
  TenantState,
  TokenRequest,
  WatchItem,
  WebhookMark,
} from '../../schemas/generated/records.ts';
import { hashOf } from '../../schemas/values/hash.ts';
import type { ErrorCode, Term } from '../../schemas/vocabulary.ts';
import type { Input, KeyedState } from '../runtime/processor.ts';
import { foldEvent, readAccount } from './account-state.ts';

/** Content of an event; the journal adds actor, record time and sequence. */
interface EventDraft {
  readonly type: Term<'accountEventType'>;
  /** When it takes effect. */
  readonly at: number;
  readonly item?: WatchItem;
  readonly intervals?: readonly HiddenInterval[];
  readonly key?: ApiKeyState;
  readonly tenant?: TenantState;
  readonly notice?: IntakeNotice;
  readonly session?: SessionMark;
  readonly webhook?: WebhookMark;
  readonly marks?: InboxMarks;
  readonly request?: TokenRequest;
  readonly outcome?: CommandOutcome;
}

interface EventIdentity {
  readonly seq: number;
  readonly eventId: string;
}

/** Events of one command. The journal numbers each event and folds it into the state when it is written. */
export interface Journal {
  /** Identity of the next event. */
  readonly next: () => EventIdentity;
  readonly write: (draft: EventDraft) => void;
  readonly events: readonly AccountEvent[];
}

/** Outcome of a command. The caller adds limit, use and sequence when it writes the answer. */
export type Answer =
  | { readonly status: 'accepted' | 'unchanged'; readonly item?: WatchItem }
  | { readonly status: 'rejected'; readonly code: ErrorCode; readonly message: string };

export const accepted = (item?: WatchItem): Answer =>
  item === undefined ? { status: 'accepted' } : { status: 'accepted', item };
export const unchanged = (item?: WatchItem): Answer =>
  item === undefined ? { status: 'unchanged' } : { status: 'unchanged', item };
export const rejected = (code: ErrorCode, message: string): Answer => ({ status: 'rejected', code, message });

export function openJournal(state: KeyedState, input: Input<'accounts.commands'>): Journal {
  const { tenantId, commandId, actor } = input.value;
  const events: AccountEvent[] = [];
  const next = (): EventIdentity => {
    const seq = readAccount(state, tenantId).seq + 1;
    return { seq, eventId: hashOf([tenantId, seq, commandId]) };
  };
  const write = (draft: EventDraft): void => {
    const event: AccountEvent = {
      ...next(),
      tenantId,
      commandId,
      inputPosition: input.offset,
      type: draft.type,
      at: draft.at,
      actor,
      item: draft.item ?? null,
      intervals: draft.intervals ?? [],
      key: draft.key ?? null,
      tenant: draft.tenant ?? null,
      notice: draft.notice ?? null,
      outcome: draft.outcome ?? null,
      session: draft.session ?? null,
      webhook: draft.webhook ?? null,
      marks: draft.marks ?? null,
      request: draft.request ?? null,
    };
    foldEvent(state, event, input.timestamp);
    events.push(event);
  };
  return { next, write, events };
}

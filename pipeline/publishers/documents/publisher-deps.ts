import type { Logger } from '../../../infra/logger.ts';
import type { DocumentCapture } from '../../../schemas/generated/records.ts';
import type { DocumentState } from './schedule/document-state.ts';
import type { FetchDeps } from './fetch/fetch-document.ts';
import type { PlannedDocument } from './schedule/plan.ts';
import type { DocumentRequests } from './sites/requests.ts';

export interface DocumentsDeps extends Omit<FetchDeps, 'requests'> {
  readonly requests: DocumentRequests;
  /** The documents as declared now, by id. */
  readonly planned: () => Promise<ReadonlyMap<string, PlannedDocument>>;
  /** Captures that were appended since the last call, by any process. */
  readonly appended: () => Promise<readonly DocumentCapture[]>;
  /** Appends to `document.captures`; resolves when durable. */
  readonly append: (capture: DocumentCapture) => Promise<void>;
  /** Whether this process fetches the lane, where several processes share them; absent: it fetches all. */
  readonly isOwned?: (lane: string) => boolean;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds between two readings of the declarations; 15 s by default. */
  readonly roundMs?: number;
  /** Waits; resolves early when the signal aborts. A timer of the machine by default. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called after each capture that was appended, with the state after it. An error is logged and has no other effect. */
  readonly onCapture?: (capture: DocumentCapture, state: DocumentState) => Promise<void>;
  readonly onRound?: (documents: readonly DocumentInRound[]) => void;
}

/** A document with its state, for status and metrics. */
export interface DocumentInRound {
  readonly document: PlannedDocument;
  readonly state: DocumentState | null;
  readonly dueAt: number;
}

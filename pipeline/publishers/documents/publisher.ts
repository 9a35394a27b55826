import { setMaxListeners } from 'node:events';
import { createDeferred, pause } from '../../../infra/async/async.ts';
import type { DocumentCapture } from '../../../schemas/generated/records.ts';
import { afterCapture, type DocumentState } from './schedule/document-state.ts';
import { dueAt } from './schedule/due-at.ts';
import { type DueByLane, dueByLane } from './schedule/due-by-lane.ts';
import { nextFetches } from './sites/lanes.ts';
import { fetchDocument } from './fetch/fetch-document.ts';
import type { PlannedDocument } from './schedule/plan.ts';
import type { DocumentInRound, DocumentsDeps } from './publisher-deps.ts';
import { needsReread, readAgain } from './fetch/reread.ts';

export interface RunningDocuments {
  /** Aborts running fetches and resolves when they have ended. */
  readonly stop: () => Promise<void>;
  /** Rejects when the publisher cannot continue. */
  readonly done: Promise<void>;
}

/** How soon a newly declared document is fetched, and the time between two rounds; milliseconds. */
export const defaultRoundMs = 15_000;
/** Wait after an error of this program, such as a store out of reach. */
const errorWaitMs = 60_000;

/** Fetches every declared document when it is due, until stopped. */
export function startDocuments(deps: DocumentsDeps): RunningDocuments {
  const publisher = new Publisher(deps);
  const done = publisher.run();
  return {
    stop: async () => {
      publisher.stop();
      await done.catch(() => undefined);
    },
    done,
  };
}

class Publisher {
  private readonly deps: DocumentsDeps;
  private readonly stopping = new AbortController();
  private readonly states = new Map<string, DocumentState>();
  /** Fetches that failed with an error of this program are not repeated before. */
  private readonly notBefore = new Map<string, number>();
  private readonly running = new Map<string, Promise<void>>();
  private planned: ReadonlyMap<string, PlannedDocument> = new Map();
  private due: DueByLane | null = null;
  /** Lanes in which something else may be due since it was last computed. */
  private readonly changed = new Set<string>();
  private taking: Promise<void> = Promise.resolve();
  private freed = createDeferred();

  constructor(deps: DocumentsDeps) {
    this.deps = deps;
    // Every lane waits on it.
    setMaxListeners(0, this.stopping.signal);
  }

  stop(): void {
    this.stopping.abort();
    this.freed.resolve();
  }

  async run(): Promise<void> {
    const { signal } = this.stopping;
    try {
      while (!signal.aborted) {
        // Before the captures are read: a lane that another process has just left has all of its captures on the log.
        const owned = await this.ownedDocuments();
        await this.takeAppended();
        this.deps.onRound?.(this.documentsOf(owned));
        await this.round(owned);
      }
    } finally {
      this.stopping.abort();
      await Promise.all(this.running.values());
    }
  }

  private async ownedDocuments(): Promise<readonly PlannedDocument[]> {
    this.planned = await this.deps.planned();
    const { isOwned = () => true } = this.deps;
    return [...this.planned.values()].filter(({ lane }) => isOwned(lane));
  }

  private async takeAppended(): Promise<void> {
    const before = this.taking.catch(() => undefined);
    this.taking = before.then(async () => {
      for (const capture of await this.deps.appended()) this.take(capture);
    });
    await this.taking;
  }

  private take(capture: DocumentCapture): void {
    this.states.set(capture.documentId, afterCapture(this.states.get(capture.documentId) ?? null, capture));
    const lane = this.planned.get(capture.documentId)?.lane;
    if (lane !== undefined) this.changed.add(lane);
  }

  private stateOf({ documentId }: PlannedDocument): DocumentState | null {
    return this.states.get(documentId) ?? null;
  }

  private documentsOf(documents: readonly PlannedDocument[]): readonly DocumentInRound[] {
    return documents.map((document) => {
      const state = this.stateOf(document);
      return { document, state, dueAt: this.dueAtOf(document, state) };
    });
  }

  private dueAtOf(document: PlannedDocument, state: DocumentState | null): number {
    // A document that cannot be reached now keeps its time, and is read again when it is there.
    const isReread = state !== null && state.failures === 0 && needsReread(document, state);
    const due = isReread ? 0 : dueAt(state, document.everyMs);
    return Math.max(due, this.notBefore.get(document.documentId) ?? 0);
  }

  private dueIn(documents: readonly PlannedDocument[]): DueByLane {
    if (this.due?.isOf(documents) === true) return this.due;
    return (this.due = dueByLane(documents, (document) => this.dueAtOf(document, this.stateOf(document))));
  }

  /** Starts fetches as they become due, until it is time to read the declarations again. */
  private async round(documents: readonly PlannedDocument[]): Promise<void> {
    const { clock, requests, roundMs = defaultRoundMs, sleep = pause } = this.deps;
    const end = clock() + roundMs;
    const due = this.dueIn(documents);
    for (let now = clock(); now < end && !this.stopping.signal.aborted; now = clock()) {
      this.freed = createDeferred();
      due.refresh(this.changed);
      this.changed.clear();
      const busy = new Set(this.running.keys());
      const { start, wakeAt } = nextFetches(due.inOrder(), requests.lanes, busy, now);
      for (const { documentId, lane } of start) this.start(documentId, lane);
      const wait = new AbortController();
      const wake = Math.min(end, wakeAt ?? end) - clock();
      await Promise.race([sleep(Math.max(wake, 0), wait.signal), this.freed.promise]);
      wait.abort();
    }
  }

  private start(documentId: string, lane: string): void {
    const document = this.planned.get(documentId);
    if (document === undefined) return;
    const fetch = this.fetch(document).finally(() => {
      this.running.delete(lane);
      this.changed.add(lane);
      this.freed.resolve();
    });
    this.running.set(lane, fetch);
  }

  /** Never rejects: an error of one fetch delays that document alone. */
  private async fetch(document: PlannedDocument): Promise<void> {
    const { signal } = this.stopping;
    const { documentId, url } = document;
    try {
      const capture = await this.captureOf(document);
      await this.deps.append(capture);
      // In the order of the log, as the fold has them: a file may have been imported meanwhile.
      await this.takeAppended();
      this.take(capture);
      this.notBefore.delete(documentId);
      await this.notify(capture, document);
      const { captureId, outcome, obtained } = capture;
      this.deps.logger.info({ url, captureId, outcome, obtained }, 'fetched a document');
    } catch (error) {
      if (signal.aborted) return;
      this.notBefore.set(documentId, this.deps.clock() + errorWaitMs);
      this.deps.logger.error({ url, err: error }, 'a document could not be fetched');
    }
  }

  private async notify(capture: DocumentCapture, document: PlannedDocument): Promise<void> {
    const state = this.stateOf(document);
    try {
      if (state !== null) await this.deps.onCapture?.(capture, state);
    } catch (error) {
      this.deps.logger.warn({ url: document.url, err: error }, 'the rules could not be watched');
    }
  }

  private async captureOf(document: PlannedDocument): Promise<DocumentCapture> {
    const { signal } = this.stopping;
    const state = this.stateOf(document);
    if (state !== null && needsReread(document, state)) {
      const again = await readAgain(document, state, this.deps, signal);
      if (again !== null) return again;
    }
    return fetchDocument(document, state, this.deps, signal);
  }
}

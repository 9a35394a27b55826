/** What the runner and its workers send to each other. */
import type { PendingConditions } from '../support/reached.ts';
import type { FinishedTest, StartedTest } from '../support/reported-tests.ts';

/** Processor seconds of a process. */
export interface Cpu {
  readonly own: number;
  /** Of the processes that it started and saw end. */
  readonly children: number;
  /** Of those that run on, such as the engine of tables and the service that files share. */
  readonly shared: number;
}

export const noCpu: Cpu = { own: 0, children: 0, shared: 0 };

/** A file whose tests start. */
export interface StartedFile {
  readonly file: string;
}

/** What keeps a worker from ending or going on, as Node names it: `Timeout`, `TCPSocketWrap`, `ProcessWrap` … */
export interface OpenResources {
  readonly resources: readonly string[];
}

export type FromWorker = StartedFile | StartedTest | FinishedTest | PendingConditions | OpenResources;

/** Runs files one after the other; names its open resources; closes what files share, and ends. */
export type ToWorker = { readonly run: readonly string[] } | 'resources' | 'end';

/** Stands at the start of a line of a worker's output with the end of a file, which follows as JSON. */
export const endMark = '\u001e';

/** The end of a file, or of the worker with the file name ''. */
export interface EndOfFile {
  readonly file: string;
  /** 0 if all tests passed. */
  readonly code: number;
  readonly cpu: Cpu;
  /** Processes that the file started. */
  readonly processes: number;
}

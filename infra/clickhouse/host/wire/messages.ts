/** What the process of the service and a host of tables send each other. A body goes with some of them (`frames.ts`). */
import type { EngineName } from '../../owner/engine-name.ts';
import type { Lane, RawLane } from '../../embedded/lane-settings.ts';

/** What a host opens: the tables, or what analysts may read of them. */
export interface OpenOptions {
  readonly engine: EngineName;
  /** Of the data and configuration of the tables. */
  readonly directory: string;
  /** Null: the tables themselves. Else these views alone, read-only, beside the host that has the tables open. */
  readonly views: readonly string[] | 'all' | null;
  /** Free space of the volume below which nothing is written, bytes. */
  readonly floorBytes: number;
  /** Beyond it, the engine refuses everything that takes memory. Bytes. */
  readonly serverMemoryBytes: number;
}

/** What a host is asked. Each request has an id, and exactly one answer with that id. */
export type Request =
  | { readonly op: 'open'; readonly options: OpenOptions }
  /** Runs the statements of the body. Answer: their result, one JSON row a line. */
  | { readonly op: 'text'; readonly lane: Lane }
  /** Inserts the body, JSONCompactEachRow. */
  | { readonly op: 'insert'; readonly lane: Lane; readonly table: string; readonly columns: readonly string[] }
  /** Opens a read-only connection, named by the id of this request, once the lane has room for it. */
  | {
      readonly op: 'begin';
      readonly lane: RawLane;
      readonly settings: Readonly<Record<string, string>>;
      readonly parameters: Readonly<Record<string, string>>;
    }
  /** Runs the query of the body on such a connection. Answer: bytes in the format, and `Figures`. */
  | { readonly op: 'run'; readonly session: number; readonly format: string }
  | { readonly op: 'end'; readonly session: number }
  /** Answer: `Pulse`. */
  | { readonly op: 'pulse' }
  /** Cancels the query of the request with this id, if it still runs. */
  | { readonly op: 'cancel'; readonly request: number }
  /** Takes no further requests and answers when the accepted writes are done. */
  | { readonly op: 'close' };

export type NumberedRequest = Request & { readonly id: number };

export interface Figures {
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedSeconds: number;
}

/** A query that runs now. */
export interface RunningQuery {
  /** Id of its request. */
  readonly request: number;
  readonly lane: Lane | RawLane;
}

export interface Pulse {
  /** Resident size of the host, bytes. */
  readonly residentBytes: number;
  readonly running: readonly RunningQuery[];
  /** Errors since the engine was opened that prove damaged files, of reads and merges. */
  readonly damage: number;
}

/** An error with its class, its cause and, if it is the engine's, its code. */
export interface SentError {
  readonly kind: 'retry' | 'usage' | 'other';
  readonly name: string;
  readonly message: string;
  /** Code of ClickHouse; null when the error is not the engine's. */
  readonly code: number | null;
  readonly cause: SentError | null;
}

export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: SentError };

import type { Logger } from '../../logger.ts';

/** How brokers are reached. */
export interface KafkaConnection {
  /** `host:port`, at least one. */
  readonly brokers: readonly string[];
  readonly clientId?: string;
  readonly sasl?: KafkaLogin;
  /** TLS; with `ca`, PEM certificates that are trusted instead of the system's. */
  readonly tls?: { readonly ca?: string };
  readonly logger?: Logger;
  readonly timings?: Partial<KafkaTimings>;
}

export interface KafkaLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

export interface KafkaOptions extends KafkaConnection {
  /** Topic and group prefix. */
  readonly prefix?: string;
}

/** All in milliseconds, but for the last. */
export interface KafkaTimings {
  readonly connectMs: number;
  readonly requestMs: number;
  /** Longest a fetch waits at the broker for news: what `stop` has to wait for, and how often an idle consumer asks. */
  readonly fetchWaitMs: number;
  /** A member that is silent for so long has lost its partitions. */
  readonly sessionMs: number;
  /** Longest a member may take to finish its chunk when partitions are given out anew. */
  readonly rebalanceMs: number;
  readonly heartbeatMs: number;
  /** Offsets are committed to the group about so often; they are a hint, positions are kept with the state. */
  readonly commitMs: number;
  /** A consumer that fetches nothing for so long while there is something to read has stalled. */
  readonly stallMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Longest that closing waits for appends under way. */
  readonly closeMs: number;
  /** How often a producer tries a request before it is thrown away; never finite but to provoke failures in tests. */
  readonly producerRetries: number;
}

const defaults: KafkaTimings = {
  connectMs: 3_000,
  requestMs: 30_000,
  fetchWaitMs: 250,
  sessionMs: 30_000,
  rebalanceMs: 60_000,
  heartbeatMs: 3_000,
  commitMs: 1_000,
  stallMs: 60_000,
  firstRetryMs: 100,
  longestRetryMs: 5_000,
  closeMs: 5_000,
  producerRetries: Number.MAX_SAFE_INTEGER,
};

export const timingsOf = (connection: Pick<KafkaConnection, 'timings'>): KafkaTimings => ({
  ...defaults,
  ...connection.timings,
});

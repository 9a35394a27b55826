import type { Logger } from '../../../logger.ts';

/** Connection to the brokers. */
export interface KafkaConnection {
  /** `host:port`, at least one. */
  readonly brokers: readonly string[];
  readonly clientId?: string;
  readonly sasl?: KafkaLogin;
  /**
   * TLS; `ca` has PEM certificates that are trusted instead of the system's, `cert` and `key` the certificate by which this
   * client identifies itself, and its key.
   */
  readonly tls?: {
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
    readonly passphrase?: string;
  };
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

/** In milliseconds, except for `producerRetries`. */
export interface KafkaTimings {
  readonly connectMs: number;
  readonly requestMs: number;
  /** Longest that a fetch waits at the broker for new records: also the delay of `stop`, and the poll interval when idle. */
  readonly fetchWaitMs: number;
  /** Time without a heartbeat after which a member loses its partitions. */
  readonly sessionMs: number;
  /** Longest that a member may take to finish its chunk in a rebalance. */
  readonly rebalanceMs: number;
  readonly heartbeatMs: number;
  /** Interval of offset commits. They are a hint; the position that counts is stored with the state. */
  readonly commitMs: number;
  /** Time without a fetch, despite lag, after which a consumer counts as stalled. */
  readonly stallMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Longest that `close` waits for appends under way. */
  readonly closeMs: number;
  /** Attempts of a producer at one request before it is discarded; finite only in tests that provoke failures. */
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

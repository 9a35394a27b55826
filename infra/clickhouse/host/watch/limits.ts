import { totalmem } from 'node:os';
import type { Lane } from '../../embedded/lane-settings.ts';
import { defaultTurnLimits, type TurnLimits } from './turn-limits.ts';

/** Limits of a host, counted from outside of it. */
export interface HostLimits {
  /** Resident size beyond which it is killed, bytes. */
  readonly memoryBytes: number;
  /** Interval of checking it, milliseconds. A tick that comes later than twice that counts as two. */
  readonly tickMs: number;
  /** Interval of the pulse, milliseconds. */
  readonly pulseMs: number;
  /** Time without an answer to the pulse after which the host is killed, milliseconds. */
  readonly silentMs: number;
  /** Longest time to open the engine, milliseconds. */
  readonly openingMs: number;
  /** Longest time of a query by lane, milliseconds. Beyond it, the query is cancelled. */
  readonly queryMs: Readonly<Record<Lane | 'operator', number>>;
  /** Time that a cancelled query may still run before its host is killed, milliseconds. */
  readonly cancelledMs: number;
  /** Time that reads and writes wait for the next host, milliseconds. */
  readonly waitMs: number;
  /** Time to end in good order, milliseconds. */
  readonly closingMs: number;
  /** Longest pause before the next host, milliseconds. */
  readonly longestPauseMs: number;
}

const mebibyte = 1024 * 1024;

/** Memory of this machine or of its control group, whichever is smaller, bytes. */
const memoryThereIs = (): number => {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
};

/** The larger of 2,500 MiB and 40 % of the memory there is, bytes. */
export const defaultTablesMemoryBytes = (memoryBytes = memoryThereIs()): number =>
  Math.max(2_500 * mebibyte, Math.floor(memoryBytes * 0.4));

export const defaultHostLimits = (memoryBytes = defaultTablesMemoryBytes()): HostLimits => ({
  memoryBytes,
  tickMs: 250,
  pulseMs: 1_000,
  silentMs: 5_000,
  openingMs: 120_000,
  // Three seconds above the engine's own limits of requests, 20 and 10 above the others, so that those come first.
  queryMs: { api: 8_000, sink: 120_000, accounts: 120_000, jobs: 610_000, operator: 610_000 },
  cancelledMs: 10_000,
  waitMs: 5_000,
  closingMs: 3_000,
  longestPauseMs: 30_000,
});

/** Limits of each process of the analysts, and of their queries. */
export interface AnalystLimits extends HostLimits {
  readonly turns: TurnLimits;
}

/** Limits of the hosts of the analysts, whose queries nothing waits for. */
export const defaultAnalystLimits = (memoryBytes = 1_536 * mebibyte): AnalystLimits => ({
  ...defaultHostLimits(memoryBytes),
  // One analyst's query can end it any number of times; the others get answers again within three seconds.
  longestPauseMs: 1_000,
  turns: defaultTurnLimits,
});

/**
 * The engine's own limit of memory lies above the one that is watched from outside: at its limit it refuses the queries of
 * everybody, not only of the one that took the memory.
 */
export const serverMemoryBytes = ({ memoryBytes }: HostLimits): number => Math.ceil(memoryBytes * 1.2);

import { hasPassed } from '../../../../../infra/async/has-passed.ts';
import type { RpcProvider } from '../../../../../infra/rpc/provider.ts';
import type { ChainBlock } from '../../../../chain/cassette-header.ts';
import type { ProviderHealth, ProviderState } from '../../chain-health.ts';
import type { ProviderCapabilities } from '../../try-capabilities.ts';
import { hourMs } from '../../../../../schemas/values/durations.ts';

/** Time during which a provider that contradicted a majority is not used. */
const leftOutMs = hourMs;

/** Interval between trials of what a provider can do. */
const trialMs = hourMs;

/** A provider of a chain, and what is known of it. */
export interface ChainProvider extends RpcProvider {
  readonly found: (state: ProviderState, message: string | null, finalized?: ChainBlock) => void;
  /** Whether what it can do was not tried for an hour. */
  readonly isUntried: () => boolean;
  readonly can: (capabilities: ProviderCapabilities | null) => void;
  /** Null before it was tried. */
  readonly capabilities: () => ProviderCapabilities | null;
}

/** The providers of a chain in the order of the setting. */
export interface ProviderSet {
  /** Those that are not left out now. */
  readonly asked: () => readonly ChainProvider[];
  /** Leaves a provider out for an hour. */
  readonly leaveOut: (label: string, message: string) => void;
  readonly health: () => readonly ProviderHealth[];
  /** Requests sent since the start. */
  readonly requests: () => number;
}

/** Counts the answers of providers, and leaves out those that contradict the others. */
export function createProviderSet(providers: readonly RpcProvider[], clock: () => number): ProviderSet {
  let requests = 0;
  const entries = providers.map((provider) => {
    const counts = { answered: 0, failed: 0 };
    let known: Pick<ProviderHealth, 'state' | 'message' | 'finalized'> = {
      state: 'new',
      message: null,
      finalized: null,
    };
    let leftOutUntil: number | null = null;
    let triedAt: number | null = null;
    let capabilities: ProviderCapabilities | null = null;
    const chainProvider: ChainProvider = {
      label: provider.label,
      send: async (sent, signal) => {
        requests += 1;
        const reply = await provider.send(sent, signal);
        counts[reply.kind === 'failed' ? 'failed' : 'answered'] += 1;
        return reply;
      },
      found: (state, message, finalized) => {
        known = { state, message, finalized: finalized ?? known.finalized };
      },
      isUntried: () => triedAt === null || hasPassed(trialMs, triedAt, clock()),
      can: (found) => {
        triedAt = clock();
        // One that did not answer can still do what it could.
        capabilities = found ?? capabilities;
      },
      capabilities: () => capabilities,
      ...(provider.takesBatches === undefined ? {} : { takesBatches: provider.takesBatches }),
    };
    const isLeftOut = (): boolean => {
      const leftMs = (leftOutUntil ?? 0) - clock();
      // More than an hour is left only where the clock was set back.
      return leftMs > 0 && leftMs <= leftOutMs;
    };
    return {
      provider: chainProvider,
      isLeftOut,
      leaveOut: (message: string) => {
        leftOutUntil = clock() + leftOutMs;
        known = { ...known, state: 'left_out', message };
      },
      health: (): ProviderHealth => {
        const until = isLeftOut() ? leftOutUntil : null;
        return { label: provider.label, ...known, ...counts, capabilities, leftOutUntil: until };
      },
    };
  });
  return {
    asked: () => entries.filter(({ isLeftOut }) => !isLeftOut()).map(({ provider }) => provider),
    leaveOut: (label, message) => entries.find(({ provider }) => provider.label === label)?.leaveOut(message),
    health: () => entries.map(({ health }) => health()),
    requests: () => requests,
  };
}

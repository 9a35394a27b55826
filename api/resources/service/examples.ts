/** A feed of `/status.json` with a recent run. */
export const exampleFeed = {
  feed: 'ofac-addresses',
  fetched: true,
  status: 'unchanged',
  asOf: '2026-06-01T11:45:00.000Z',
  lastSuccess: '2026-06-01T11:45:00.000Z',
  ageSeconds: 900,
  rows: 1071,
  reason: null,
  alarms: [],
  lastFetch: { at: '2026-06-01T11:45:02.117Z', ok: true, message: null },
  nextRun: '2026-06-01T12:00:00.000Z',
} as const;

const capabilities = { overrides: true, proofs: 'verified', archive: 128, creator: false, batches: true } as const;

/** A chain of `/status.json` with a recent round. */
export const exampleChain = {
  chain: 'ethereum',
  problem: null,
  message: null,
  finalizedAgeSeconds: 912,
  overdue: false,
  block: {
    number: 22600000,
    hash: '0x5b7d2a1e5c0d5f2e3ab1a43c4f2e9d7c6b5a49382716051423324150617283a4',
    at: '2026-06-01T11:44:47.000Z',
  },
  lastRound: { at: '2026-06-01T11:59:30.000Z', swept: 42, stated: 1, unreadable: 0 },
  assets: 1008,
  unstated: 0,
  unreadable: 0,
  rejected: 0,
  providers: [
    { label: 'own', state: 'used', message: null, finalized: 22600000, answered: 8123, failed: 2, capabilities },
    { label: 'b', state: 'used', message: null, finalized: 22600003, answered: 8101, failed: 0, capabilities: null },
  ],
} as const;

/** A feed of `/status.json` with a recent run. */
export const exampleFeed = {
  feed: 'ofac-addresses',
  status: 'unchanged',
  asOf: '2026-06-01T11:45:00.000Z',
  lastSuccess: '2026-06-01T11:45:00.000Z',
  ageSeconds: 900,
  rows: 1071,
  reason: null,
  alarms: [],
  lastLook: { at: '2026-06-01T11:45:02.117Z', ok: true, message: null },
  nextRun: '2026-06-01T12:00:00.000Z',
} as const;

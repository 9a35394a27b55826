/** The files of `tests/cluster/` that `.ci/run` runs, most important first. */
export const shortFiles: readonly string[] = [
  ...['detect', 'consumers', 'registry', 'codecs', 'opening'],
  ...['log-contract', 'log-contract-members'],
];

/** No file is started later than this after the first one; the remaining files count as skipped. In ms. */
export const shortLimitMs = 4 * 60_000;

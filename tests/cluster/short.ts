/** The files of `tests/cluster/` that every run of `.ci/run` has, most telling first. */
export const shortFiles: readonly string[] = ['detect', 'consumers', 'registry', 'codecs', 'opening', 'log-contract'];

/** No file is started later than this after the first; those that are left count as skipped. Milliseconds. */
export const shortLimitMs = 4 * 60_000;

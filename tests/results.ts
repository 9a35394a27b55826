/** Counts of tests, as uvu tells them at the end of a file and as our runners tell them in their last line. */
export interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noResults: Results = { passed: 0, failed: 0, skipped: 0 };

export const plus = (a: Results, b: Results): Results => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/**
 * What a file's process did, from what it printed and how it ended: its suites summed. A process that registered no test,
 * or ended otherwise than its tests say, counts as a failure.
 */
export function resultsOfFile(output: string, code: number | null): Results {
  const count = (label: string): number =>
    [...output.matchAll(new RegExp(`^\\s*${label}:\\s+(\\d+)`, 'gm'))].reduce(
      (sum, match) => sum + Number(match[1]),
      0,
    );
  const total = count('Total');
  const passed = count('Passed');
  const skipped = count('Skipped');
  const failed = total - passed;
  const broken = total + skipped === 0 || (code !== 0 && failed === 0) ? 1 : 0;
  return { passed, failed: failed + broken, skipped };
}

/** The last line of a runner. */
export const lastLine = ({ passed, failed, skipped }: Results): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** What a runner did, from its last line and how it ended. One that ended without that line, or against it, failed. */
export function resultsOfRunner(output: string, code: number | null): Results {
  const line = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(output.trimEnd().split('\n').at(-1) ?? '');
  if (line === null) return { ...noResults, failed: 1 };
  const [passed, failed, skipped] = [Number(line[1]), Number(line[2]), Number(line[3] ?? 0)];
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

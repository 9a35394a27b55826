/** Counts of tests, which uvu prints at the end of a file and our runners in their last line. */
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
 * Results of a file's process, from its output and exit code: the sum over its suites. A process that registered no test,
 * or whose exit code contradicts its output, counts as one failure.
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

/** A line with the name of a test file, under which uvu prints the results of its suites. */
const heading = /^(?=tests\/\S+\.test\.ts$)/m;
const progressOfPassed = /\((\d+) \/ \1\)$/m;

/**
 * The part of the output of a process that shows what failed: the files with a failed test, or all text if files cannot be
 * separated. A log that is cut at its end still has this part, because the results of files that passed are left out.
 */
export function whatFailed(output: string): string {
  const files = output.split(heading);
  const failed = files.filter((file) => heading.test(file) && !hasPassed(file));
  return (failed.length > 0 ? failed : files).join('').trimEnd();
}

/** Whether every suite of a file passed, from the lines of uvu that end with "(passed / all)". */
function hasPassed(file: string): boolean {
  const progress = file.split('\n').filter((line) => /\(\d+ \/ \d+\)$/.test(line));
  return progress.length > 0 && progress.every((line) => progressOfPassed.test(line));
}

/** The last line that a runner prints. */
export const lastLine = ({ passed, failed, skipped }: Results): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Results of a runner, from its last line and exit code. A missing line, or one that the exit code contradicts, is a failure. */
export function resultsOfRunner(output: string, code: number | null): Results {
  const line = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(output.trimEnd().split('\n').at(-1) ?? '');
  if (line === null) return { ...noResults, failed: 1 };
  const [passed, failed, skipped] = [Number(line[1]), Number(line[2]), Number(line[3] ?? 0)];
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

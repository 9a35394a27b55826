/**
 * The last step of `.ci/run`: the checks beside the default suite and the simulator, then the tests in a browser, and the
 * short part of the tests on real engines if they can be started. What failed is printed once more at the end, where a log
 * that is cut still shows it; the command that repeats a failing seed stands before the last line, which has the totals of all.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lastLine, noResults, plus, type Results, resultsOfRunner, whatFailed } from './results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Run {
  readonly results: Results;
  readonly output: string;
}

type ResultsOf = (output: string, code: number | null) => Results;

/** Runs a program and passes its output through. */
function run(program: string, given: readonly string[], resultsOf: ResultsOf): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(program, given, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      process.stdout.write(chunk);
    });
    child.on('close', (code) => resolve({ results: resultsOf(output, code), output }));
  });
}

const tests = (...runner: readonly string[]): Promise<Run> =>
  run(process.execPath, ['--import', 'tsx', ...runner], resultsOfRunner);

/** Checks that pass are no tests; those that fail count as failures, or as one if none is named. */
const checks = (): Promise<Run> =>
  run('npm', ['run', 'check'], (output, code) => ({
    ...noResults,
    failed: code === 0 ? 0 : Math.max(1, output.match(/^FAIL /gm)?.length ?? 0),
  }));

const runs = await Promise.all([checks(), tests('tests/run.ts')]);
runs.push(await tests('tests/run.ts', '--browser'));
runs.push(await tests('tests/cluster/run.ts', '--short'));
for (const { output } of runs.filter(({ results }) => results.failed > 0)) console.log(`\n${whatFailed(output)}`);
const total = runs.reduce((sum, { results }) => plus(sum, results), noResults);
const again = runs.flatMap(({ output }) => /^ {2}again: .*$/m.exec(output)?.[0].trim() ?? []);
console.log(`\n${[...again, lastLine(total)].join('\n')}`);
process.exitCode = total.failed > 0 ? 1 : 0;

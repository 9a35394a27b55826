/**
 * The last step of `.ci/run`: the default suite, then the short part of the tests on real engines if they can be started.
 * What failed is printed once more at the end, where a log that is cut still shows it. The last line has the totals of both.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lastLine, noResults, plus, type Results, resultsOfRunner, whatFailed } from './results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Run {
  readonly results: Results;
  readonly output: string;
}

/** Runs a runner and passes its output through. */
function run(...runner: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', ...runner], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      process.stdout.write(chunk);
    });
    child.on('close', (code) => resolve({ results: resultsOfRunner(output, code), output }));
  });
}

const runs: Run[] = [];
for (const runner of [['tests/run.ts'], ['tests/cluster/run.ts', '--short']]) runs.push(await run(...runner));
for (const { output } of runs.filter(({ results }) => results.failed > 0)) console.log(`\n${whatFailed(output)}`);
const total = runs.reduce((sum, { results }) => plus(sum, results), noResults);
const again = runs.flatMap(({ output }) => /^ {2}again: .*$/m.exec(output)?.[0].trim() ?? []);
console.log(`\n${[...again, lastLine(total)].join('\n')}`);
process.exitCode = total.failed > 0 ? 1 : 0;

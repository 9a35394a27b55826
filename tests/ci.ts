/**
 * The last step of `.ci/run`: the default suite, then the short part of the tests on real engines if they can be started.
 * The last line has the totals of both.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lastLine, noResults, plus, type Results, resultsOfRunner } from './results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a runner and passes its output through. */
function run(...runner: readonly string[]): Promise<Results> {
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
    child.on('close', (code) => resolve(resultsOfRunner(output, code)));
  });
}

let results = noResults;
for (const runner of [['tests/run.ts'], ['tests/cluster/run.ts', '--short']]) {
  results = plus(results, await run(...runner));
}
console.log(`\n${lastLine(results)}`);
process.exitCode = results.failed > 0 ? 1 : 0;

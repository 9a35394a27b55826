import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { type Results, resultsOfRunner } from '../results.ts';

/**
 * Runs a tenth of the fixed seeds of the simulated worlds, on a CI system all and as many that the commit chooses, and
 * prints what they print.
 *
 * @param onStart gets the process
 */
export function runSimulation(
  root: string,
  env: NodeJS.ProcessEnv,
  onStart: (child: ChildProcess) => void,
): Promise<Results> {
  const isCi = process.env['CI'] === 'true';
  const options = isCi
    ? ['--commit', execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()]
    : ['--brief'];
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/simulation/main.ts', ...options], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onStart(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(resultsOfRunner(output, code)));
  });
}

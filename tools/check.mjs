/** `npm run check`: every check of the source, as many at a time as there are cores. Fails if one fails; all are run. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The slowest first. */
const checks = ['lint', 'types', 'lint:unused', 'lint:prose', 'format:check'];

/** Runs an npm script; resolves with whether it passed. Its output is printed in one piece when it ends. */
function run(script) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${script} (${seconds} s)\n${code === 0 ? '' : output}`.trimEnd());
      resolve(code === 0);
    });
  });
}

const waiting = [...checks];
async function runNext() {
  let passed = true;
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    if (!(await run(script))) passed = false;
  }
  return passed;
}

const passed = await Promise.all(Array.from({ length: availableParallelism() }, runNext));
process.exitCode = passed.every(Boolean) ? 0 : 1;

/** Runs the commands of the built CLI that the parent process sends, one after the other, in this process. */
import { main } from '../../dist/cli/main.js';

process.stdout.setMaxListeners(0);
process.on('message', (/** @type {readonly string[]} */ arguments_) => {
  run(arguments_).then((result) => process.send?.(result));
});

async function run(arguments_) {
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  process.exitCode = 0;
  try {
    await main([process.execPath, 'attestry', ...arguments_]);
    return { code: Number(process.exitCode), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.end();
    stderr.end();
  }
}

function capture(stream) {
  let text = '';
  const write = stream.write;
  stream.write = (chunk, ...rest) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    for (const one of rest) if (typeof one === 'function') one();
    return true;
  };
  return {
    text: () => text,
    end: () => {
      stream.write = write;
    },
  };
}

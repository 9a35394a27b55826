/** Runs the commands of the built CLI that the parent process sends, one after the other, in this process. */
import { main } from '../../dist/program/main.js';

process.stdout.setMaxListeners(0);
const inherited = { ...process.env };
process.on('disconnect', () => process.exit());
process.on('message', (/** @type {import('./cli-hosts.ts').HostedCommand} */ { arguments_, settings }) => {
  for (const name of Object.keys(process.env))
    if (name.startsWith('ATTESTRY_')) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, inherited, settings);
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

/** Clients of the HTTP API: what is generated fits the routes, and the example in Python does what it states. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { descriptionHash } from '../../tools/clients/description.ts';
import { openHarness } from '../api/harness.ts';
import { asset, assetId, change, now } from '../api/records.ts';

const root = new URL('../../', import.meta.url);

test('V-05 the generated types are those of the routes (`npm run clients` writes them)', () => {
  const [head = ''] = readFileSync(new URL('clients/typescript/src/schema.ts', root), 'utf8').split('\n');
  assert.match(head, descriptionHash());
});

const examples = fileURLToPath(new URL('examples/http', root));

interface PythonRun {
  readonly code: number | null;
  readonly output: string;
}

/** Runs Python; null where this machine has none. */
const python = (given: readonly string[], env: NodeJS.ProcessEnv): Promise<PythonRun | null> =>
  new Promise((resolve) => {
    const child = spawn('python3', given, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve({ code, output }));
  });

test('V-05 the example in Python looks up, watches, polls, exports without a gap and verifies a webhook', async () => {
  const api = await openHarness();
  const folder = mkdtempSync(join(tmpdir(), 'attestry-follow-'));
  try {
    await api.declare(asset(1));
    const { text } = await api.makeKey();
    const env = { ATTESTRY_URL: `http://127.0.0.1:${api.port}`, ATTESTRY_KEY: text, PYTHONDONTWRITEBYTECODE: '1' };
    const follow = (...given: readonly string[]) => python([join(examples, 'follow.py'), ...given], env);
    const token = `${asset(1).address}@ethereum`;
    const answered = await follow('lookup', token, `0x${'f'.repeat(40)}@ethereum`);
    if (answered === null) return;
    assert.match(
      answered.output,
      /^eip155:1\/erc20:0x0{39}1: TK1 of Acme Euro S\.A\., verified, \w+\n0xf+@ethereum: not in/,
    );
    assert.match((await follow('watch', token))?.output ?? '', /: watched as [0-9a-f-]{36}, gathering\n$/);
    const others = await api.makeKey();
    await api.watch(others, assetId(1));
    await api.detect(change('first', 1));
    const asOther = (...given: readonly string[]) =>
      python([join(examples, 'follow.py'), ...given], { ...env, ATTESTRY_KEY: others.text });
    assert.match((await asOther('poll', '--once'))?.output ?? '', /^20\S+ \w+ TK1: .+\n$/);
    const file = join(folder, 'changes.ndjson');
    const counts = [await asOther('export', file)];
    await api.detect(change('second', 1));
    counts.push(await asOther('export', file));
    assert.equal(
      counts.map((one) => one?.output.split(' ')[0]),
      ['1', '1'],
    );
    assert.is(readFileSync(file, 'utf8').trim().split('\n').length, 2);
    assert.is((await python([join(examples, 'follow.py'), 'poll', '--once'], { ...env, ATTESTRY_KEY: 'x' }))?.code, 1);
    await verifies(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await api.close();
  }
});

/** A message of the reference library, and the same with one byte changed or too late. */
async function verifies(folder: string): Promise<void> {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"type":"webhook.test","data":{}}';
  const file = join(folder, 'body.json');
  const at = new Date(now);
  const verify = async (written: string, laterSeconds: number): Promise<string> => {
    writeFileSync(file, written);
    const signature = `v1,AAAA ${new Webhook(secret).sign('m1', at, body)}`;
    const call = `follow.verify(${[file, 'm1', String(now / 1_000), signature].map((one) => JSON.stringify(one)).join()}, ${now / 1_000 + laterSeconds})`;
    const code = `import sys; sys.path.insert(0, ${JSON.stringify(examples)}); import follow; ${call}`;
    const ended = await python(['-c', code], { ATTESTRY_WEBHOOK_SECRET: secret, PYTHONDONTWRITEBYTECODE: '1' });
    return ended?.output.trim() ?? '';
  };
  assert.is(await verify(body, 299), 'webhook.test');
  assert.match(await verify(body.replace('{}', '{ }'), 0), /no signature is ours/);
  assert.match(await verify(body, 301), /more than five minutes/);
}

test.run();

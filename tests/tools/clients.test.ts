/** Clients of the HTTP API: what is generated fits the routes, and the example in Python does what it states. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
  readonly code: number;
  readonly output: string;
}

/** Calls the functions of the example as its command line and a program that imports it do: one line of JSON a call. */
const driver = `
import contextlib, io, json, os, sys
sys.path.insert(0, sys.argv[1])
import follow
for line in sys.stdin:
    call = json.loads(line)
    follow.KEY = call["key"]
    sys.argv = ["follow.py", *call["arguments"]]
    output = io.StringIO()
    code = 0
    try:
        with contextlib.redirect_stdout(output):
            follow.main() if call["verify"] is None else follow.verify(*call["verify"])
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
        output.write(f"{ended.code}\\n")
    print(json.dumps({"code": code, "output": output.getvalue()}), flush=True)
`;

interface Python {
  readonly run: (key: string, ...given: readonly string[]) => Promise<PythonRun>;
  readonly verify: (...given: readonly (string | number)[]) => Promise<PythonRun>;
  readonly end: () => void;
}

/** The example in one process of Python; null where this machine has none. */
async function openPython(env: NodeJS.ProcessEnv): Promise<Python | null> {
  const child = spawn('python3', ['-c', driver, examples], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const isStarted = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
  if (!isStarted) return null;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const call = async (given: object): Promise<PythonRun> => {
    child.stdin.write(`${JSON.stringify(given)}\n`);
    const line = await lines.next();
    if (line.done === true) throw new Error('Python ended');
    return JSON.parse(line.value) as PythonRun;
  };
  return {
    run: (key, ...given) => call({ key, arguments: given, verify: null }),
    verify: (...given) => call({ key: '', arguments: [], verify: given }),
    end: () => child.stdin.end(),
  };
}

test('V-05 FD-14 FD-18 the example in Python looks up, watches, polls, exports without a gap and verifies a webhook', async () => {
  const api = await openHarness();
  const folder = mkdtempSync(join(tmpdir(), 'attestry-follow-'));
  const env = { ATTESTRY_URL: `http://127.0.0.1:${api.port}`, ATTESTRY_WEBHOOK_SECRET: webhookSecret };
  const python = await openPython(env);
  try {
    if (python === null) return;
    await api.declare(asset(1));
    const { text } = await api.makeKey();
    const follow = (...given: readonly string[]) => python.run(text, ...given);
    const token = `${asset(1).address}@ethereum`;
    assert.match(
      (await follow('lookup', token, `0x${'f'.repeat(40)}@ethereum`)).output,
      /^eip155:1\/erc20:0x0{39}1: TK1 of Acme Euro S\.A\., verified, \w+\n0xf+@ethereum: not in/,
    );
    assert.match((await follow('watch', token)).output, /: watched as [0-9a-f-]{36}, gathering\n$/);
    const others = await api.makeKey();
    await api.watch(others, assetId(1));
    await api.detect(change('first', 1));
    const asOther = (...given: readonly string[]) => python.run(others.text, ...given);
    assert.match((await asOther('poll', '--once')).output, /^20\S+ \w+ TK1: .+\n$/);
    const file = join(folder, 'changes.ndjson');
    const counts = [await asOther('export', file)];
    await api.detect(change('second', 1));
    counts.push(await asOther('export', file));
    assert.equal(
      counts.map((one) => one.output.split(' ')[0]),
      ['1', '1'],
    );
    const exported = readFileSync(file, 'utf8');
    assert.is(exported.trim().split('\n').length, 2);
    // A run that was killed while it wrote leaves a part of a line.
    writeFileSync(file, exported.slice(0, -100));
    assert.match((await asOther('export', file)).output, /^1 changes/);
    assert.is(readFileSync(file, 'utf8'), exported);
    assert.is((await python.run('x', 'poll', '--once')).code, 1);
    await verifies(folder, python);
  } finally {
    python?.end();
    rmSync(folder, { recursive: true, force: true });
    await api.close();
  }
});

const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A message of the reference library, and the same with one byte changed or too late. */
async function verifies(folder: string, python: Python): Promise<void> {
  const body = '{"type":"webhook.test","data":{}}';
  const file = join(folder, 'body.json');
  const at = new Date(now);
  const verify = async (written: string, laterSeconds: number): Promise<string> => {
    writeFileSync(file, written);
    const signature = `v1,AAAA ${new Webhook(webhookSecret).sign('m1', at, body)}`;
    return (await python.verify(file, 'm1', String(now / 1_000), signature, now / 1_000 + laterSeconds)).output.trim();
  };
  assert.is(await verify(body, 299), 'webhook.test');
  assert.match(await verify(body.replace('{}', '{ }'), 0), /no signature is ours/);
  assert.match(await verify(body, 301), /more than five minutes/);
}

test.run();

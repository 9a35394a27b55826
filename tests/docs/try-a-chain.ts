/** Follows docs/try-a-chain.md: runs its commands as they are, on ports of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { pause } from '../../infra/async.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { blocksOf } from './blocks.ts';
import { pathOf, textOf } from './tree.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-try-chain-'));
const children: ChildProcess[] = [];

/** Ends what the page started. */
export function endPage(): void {
  // Each has a group of its own: the node is a child of its launcher, and would outlive it.
  for (const { pid, exitCode } of children) if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
  rmSync(directory, { recursive: true, force: true });
}

/** What `npx` runs, and tools by their path, from an empty folder. */
const shell = `
npx() {
  local name=$1; shift
  case $name in
    attestry) node '${pathOf('dist/program/attestry.cjs')}' "$@" ;;
    anvil) exec node '${pathOf('node_modules/@foundry-rs/anvil/bin.mjs')}' "$@" ;;
    tsx) node --import '${import.meta.resolve('tsx')}' '${pathOf('tools/try-chain/main.ts')}' "\${@:2}" ;;
  esac
}
set -euo pipefail
`;

/** Starts a script; its output so far. */
function started(script: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn('bash', ['-c', `${shell}${script}`], {
    cwd: directory,
    env: { ...process.env, ...env },
    detached: true,
  });
  children.push(child);
  let text = '';
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { output: () => text, errors: () => Buffer.concat(errors).toString('utf8'), ended };
}

async function until(what: string, seconds: number, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${seconds} s`);
    await pause(500);
  }
}

interface Followed {
  /** Replacements that the last section of the page names. */
  readonly replace: readonly (readonly [from: string, to: string])[];
  /** Seconds of a step of the chain. */
  readonly step: number;
}

/** Runs the page until the change is in the feed. Returns a wait for its confirmation, which takes another step. */
export async function followPage({ step, replace }: Followed): Promise<{ readonly confirmed: () => Promise<void> }> {
  const [node = 0, http = 0, ops = 0, sql = 0, registry = 0] = await freePorts(5);
  const page = replace.reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    textOf('docs/try-a-chain.md').replaceAll('8545', String(node)).replaceAll('8080', String(http)),
  );
  const blocks = blocksOf(page).map(({ body }) => body);
  const [anvil, deploy, up, watch, look, change, feed] = blocks;
  if (feed === undefined || blocks.length !== 7) throw new Error('other blocks than expected');
  const url = `http://127.0.0.1:${node}`;
  const run = async (script: string | undefined): Promise<string> => {
    const { output, errors, ended } = started(script ?? '');
    if ((await ended) !== 0) throw new Error(`${script}\n${output()}${errors()}`);
    return output();
  };

  const chain = started(`${anvil} --port ${node}`);
  await until('the node', 20, async () => Promise.resolve(chain.output().includes('Listening')));
  assert.match(await run(`${deploy} ${url}`), /owned by the Safe 0x\w{40}: 2 of 3/);
  const ports = { ATTESTRY_OPS_PORT: `${ops}`, ATTESTRY_SQL_PORT: `${sql}`, ATTESTRY_REGISTRY_PORT: `${registry}` };
  const service = started(
    (up ?? '').replace('npx attestry up', `exec node '${pathOf('dist/program/attestry.cjs')}' up`),
    {
      ...ports,
      ATTESTRY_HTTP_PORT: `${http}`,
    },
  );
  await until(`the service: ${service.errors()}`, 60, async () => Promise.resolve(service.output().includes('ready')));

  const watched = await run(`${watch}\necho; echo "$KEY"`);
  const key = watched.trimEnd().split('\n').at(-1) ?? '';
  assert.match(key, /^attestry_/);
  const withKey = (script = ''): Promise<string> => run(`KEY=${key}\n${script}`);
  let shown = '';
  await until('the first reading', 60, async () => {
    shown = await withKey(look);
    return shown.includes('"state":"ready"') && shown.includes('"threshold":2');
  });
  assert.match(shown, /"account_type":"multisig"/);
  assert.is((JSON.parse(await withKey(feed)) as { readonly items: readonly unknown[] }).items.length, 0);

  assert.match(await run(`${change} ${url}`), /needs 1 of 3 now/);
  const changed = Date.now();
  let items: readonly Readonly<Record<string, unknown>>[] = [];
  await until('the change', step + 70, async () => {
    ({ items } = JSON.parse(await withKey(feed)) as { readonly items: typeof items });
    return items.length > 0;
  });
  assert.is(items.length, 1);
  assert.is(items[0]?.['category'], 'party_edge');
  assert.match(JSON.stringify(items[0]), /one provider/i);
  // Nothing is due by time for a day: the event of the Safe leads to the change, within a step of the chain.
  assert.ok(Date.now() - changed < (step + 60) * 1_000, `${Date.now() - changed} ms`);
  return {
    confirmed: async () => {
      await until('the confirmation', 2 * step + 60, async () => {
        ({ items } = JSON.parse(await withKey(feed)) as { readonly items: typeof items });
        return items[0]?.['confirmed'] === true;
      });
      assert.equal([items.length, items[0]?.['direction']], [1, 'weakens']);
    },
  };
}

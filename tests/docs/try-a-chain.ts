/** Follows docs/try-a-chain.md: runs its commands as they are, on ports of their own. */
import * as assert from 'uvu/assert';
import { freePorts } from '../../tools/local/processes.ts';
import { blocksOf } from './blocks.ts';
import { nowMs, withPatience } from '../support/real-time.ts';
import { pageCommands, until } from './page-commands.ts';
import { textOf } from './tree.ts';

let end = (): void => undefined;

/** Ends what the page that was followed last has started, and deletes its directory. */
export const endPage = (): void => end();

interface PageStep {
  /** Replacements that the last section of the page names. */
  readonly replace: readonly (readonly [from: string, to: string])[];
  /** Seconds of a step of the chain. */
  readonly step: number;
}

/** Runs the page until the change is in the feed. Returns a wait for its confirmation, which takes another step. */
export async function followPage({ step, replace }: PageStep): Promise<{ readonly confirmed: () => Promise<void> }> {
  const commands = pageCommands('tools/try-chain/main.ts');
  const { start, startService, run } = commands;
  ({ end } = commands);
  const [node = 0, http = 0, ops = 0, sql = 0, registry = 0] = await freePorts(5);
  const page = replace.reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    textOf('docs/try-a-chain.md').replaceAll('8545', String(node)).replaceAll('8080', String(http)),
  );
  const blocks = blocksOf(page).map(({ body }) => body);
  const [anvil, deploy, up, watch, search, change, feed] = blocks;
  if (feed === undefined || blocks.length !== 7) throw new Error('other blocks than expected');
  const url = `http://127.0.0.1:${node}`;
  const chain = start(`${anvil} --port ${node}`);
  await until('the node', 20, async () => Promise.resolve(chain.output().includes('Listening')));
  assert.match(await run(`${deploy} ${url}`), /owned by the Safe 0x\w{40}: 2 of 3/);
  const ports = { ATTESTRY_OPS_PORT: `${ops}`, ATTESTRY_SQL_PORT: `${sql}`, ATTESTRY_REGISTRY_PORT: `${registry}` };
  await startService(up ?? '', { ...ports, ATTESTRY_HTTP_PORT: `${http}` });

  const watched = await run(`${watch}\necho; echo "$KEY"`);
  const key = watched.trimEnd().split('\n').at(-1) ?? '';
  assert.match(key, /^attestry_/);
  const withKey = (script = ''): Promise<string> => run(`KEY=${key}\n${script}`);
  let shown = '';
  await until('the first reading', 60, async () => {
    shown = await withKey(search);
    return shown.includes('"state":"ready"') && shown.includes('"threshold":2');
  });
  assert.match(shown, /"account_type":"multisig"/);
  assert.is((JSON.parse(await withKey(feed)) as { readonly items: readonly unknown[] }).items.length, 0);

  assert.match(await run(`${change} ${url}`), /needs 1 of 3 now/);
  const changed = nowMs();
  let items: readonly Readonly<Record<string, unknown>>[] = [];
  await until('the change', step + 70, async () => {
    ({ items } = JSON.parse(await withKey(feed)) as { readonly items: typeof items });
    return items.length > 0;
  });
  assert.is(items.length, 1);
  assert.is(items[0]?.['category'], 'party_edge');
  assert.match(JSON.stringify(items[0]), /one provider/i);
  // Nothing is due by time for a day: the event of the Safe leads to the change, within a step of the chain.
  assert.ok(nowMs() - changed < withPatience((step + 60) * 1_000), `${nowMs() - changed} ms`);
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

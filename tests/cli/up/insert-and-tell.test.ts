import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { insertAndTell } from '../../../cli/up/insert-and-tell.ts';

type Options = Parameters<typeof insertAndTell>;

/** What is done, in the order in which it is. */
function listen(fails = false): { readonly did: string[]; readonly insert: ReturnType<typeof insertAndTell> } {
  const did: string[] = [];
  const lane = (name: string) => ({
    insert: async (table: string) => {
      await new Promise(setImmediate);
      if (fails) throw new Error('refused');
      did.push(`${name} ${table.replace('attestry.store_', '')}`);
    },
  });
  const tables = { accounts: lane('accounts'), sink: lane('sink') } as unknown as Options[0];
  const caches = {
    freshness: {
      changesInserted: (ids: Iterable<string>) => did.push(`news of ${[...ids].join()}`),
      tenantsChanged: (ids: Iterable<string>) => did.push(`news of ${[...ids].join()}`),
    },
    outcomes: { inserted: (rows: readonly object[]) => did.push(`${rows.length} outcomes`) },
    recent: {
      inserted: (rows: readonly { readonly words: string }[]) =>
        did.push(`kept ${rows.map(({ words }) => words).join()}`),
      shown: (rows: readonly { readonly log_offset: number }[]) =>
        did.push(`shown ${rows.map(({ log_offset }) => log_offset).join()}`),
    },
    registry: { wake: () => did.push('registry woken') },
  } as unknown as Options[1];
  return { did, insert: insertAndTell(tables, caches) };
}

const bodyOf = (...rows: readonly (readonly unknown[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

test('changes are kept when their words are in, and told of when they can be read, before the sink goes on', async () => {
  const { did, insert } = listen();
  await insert('sink', 'attestry.store_feed_changes', ['words'], bodyOf(['one'], ['two']));
  await insert('sink', 'attestry.store_changes', ['asset_id', 'log_offset'], bodyOf(['a', 4], ['b', 5]));
  assert.equal(did, ['sink feed_changes', 'kept one,two', 'sink changes', 'shown 4,5', 'news of a,b']);
});

test('much at once is not kept', async () => {
  const { did, insert } = listen();
  await insert('sink', 'attestry.store_feed_changes', ['words'], bodyOf(['x'.repeat(1024 * 1024)]));
  assert.equal(did, ['sink feed_changes']);
});

test('key holders are told of before whoever waits for an outcome, and records wake the registry', async () => {
  const { did, insert } = listen();
  await insert('accounts-sink', 'attestry.store_command_outcomes', ['tenant_id'], bodyOf(['t']));
  await insert('sink', 'attestry.store_asset_records', ['asset_id'], bodyOf(['a']));
  await insert('sink', 'attestry.store_observations', ['id'], bodyOf(['o']));
  const told = ['accounts command_outcomes', 'news of t', '1 outcomes', 'sink asset_records', 'registry woken'];
  assert.equal(did, [...told, 'sink observations']);
});

test('what was refused is not told', async () => {
  const { did, insert } = listen(true);
  const error = await insert('sink', 'attestry.store_changes', ['asset_id'], bodyOf(['a'])).catch(
    (cause: unknown) => cause,
  );
  assert.instance(error, Error);
  assert.equal(did, []);
});

test.run();

import { stat } from 'node:fs/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OutcomeRow } from '../../../../api/readmodel/memory/command-outcomes.ts';
import type { InsertedChange } from '../../../../api/readmodel/memory/changes/recent-changes.ts';
import { insertedColumns } from '../../../../api/readmodel/memory/registry/row.ts';
import type { InsertedVerdict } from '../../../../api/readmodel/memory/verdicts/recent-notices.ts';
import { insertAndNotify } from '../../../../cli/service/tables/insert-and-notify.ts';
import { commandOutcomeRow } from '../../../../pipeline/sink/rows/accounts.ts';
import { assetRecordRow } from '../../../../pipeline/sink/rows/assets.ts';
import { changeRow, feedChangeRow } from '../../../../pipeline/sink/rows/changes.ts';
import { verdictRow } from '../../../../pipeline/sink/rows/facts.ts';

type Options = Parameters<typeof insertAndNotify>;

/** The operations, in their order. */
function listen(fails = false): { readonly did: string[]; readonly insert: ReturnType<typeof insertAndNotify> } {
  const did: string[] = [];
  const lane = (name: string) => ({
    insert: async (table: string) => {
      await stat('.');
      if (fails) throw new Error('refused');
      did.push(`${name} ${table.replace('attestry.store_', '')}`);
    },
  });
  const tables = { accounts: lane('accounts'), sink: lane('sink') } as unknown as Options[0];
  const caches = {
    freshness: {
      changesInserted: (ids: Iterable<string>) => did.push(`news of ${[...ids].join()}`),
      tenantsChanged: (ids: Iterable<string>) => did.push(`news of ${[...ids].join()}`),
      whileWriting: async (ids: readonly string[], insert: () => Promise<void>) => {
        did.push(`writing for ${ids.join()}`);
        await insert();
        did.push(`written for ${ids.join()}`);
      },
    },
    outcomes: { inserted: (rows: readonly object[]) => did.push(`${rows.length} outcomes`) },
    recent: {
      changes: {
        inserted: (rows: readonly { readonly words: string }[]) =>
          did.push(`kept ${rows.map(({ words }) => words).join()}`),
        shown: (rows: readonly { readonly log_offset: number }[]) =>
          did.push(`shown ${rows.map(({ log_offset }) => log_offset).join()}`),
      },
      notices: {
        inserted: (rows: readonly { readonly notice: string | null }[]) =>
          did.push(`kept notices ${rows.map(({ notice }) => notice).join()}`),
        shown: (rows: readonly { readonly log_offset: number }[]) =>
          did.push(`shown verdicts ${rows.map(({ log_offset }) => log_offset).join()}`),
      },
    },
    registry: {
      inserted: (rows: readonly { readonly asset_id: string }[]) =>
        did.push(`records of ${rows.map(({ asset_id }) => asset_id).join()}`),
      wake: () => did.push('registry woken'),
    },
    keyIds: { add: (keyId: string) => did.push(`key ${keyId}`) },
  } as unknown as Options[1];
  return { did, insert: insertAndNotify(tables, caches) };
}

const bodyOf = (...rows: readonly (readonly unknown[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

test('changes are cached with their texts and announced once readable, before the sink continues', async () => {
  const { did, insert } = listen();
  await insert('sink', 'attestry.store_feed_changes', ['words'], bodyOf(['one'], ['two']));
  await insert('sink', 'attestry.store_changes', ['asset_id', 'log_offset'], bodyOf(['a', 4], ['b', 5]));
  assert.equal(did, ['sink feed_changes', 'kept one,two', 'sink changes', 'shown 4,5', 'news of a,b']);
});

test('notices of verdicts are cached and announced once readable', async () => {
  const { did, insert } = listen();
  await insert('sink', 'attestry.store_verdicts_history', ['notice'], bodyOf(['unmet'], ['met']));
  await insert('sink', 'attestry.store_verdicts', ['asset_id', 'log_offset'], bodyOf(['a', 7], ['b', 8]));
  const read = ['kept notices unmet,met', 'sink verdicts', 'shown verdicts 7,8', 'news of a,b'];
  assert.equal(did, ['sink verdicts_history', ...read]);
});

test('a large insert is not cached', async () => {
  const { did, insert } = listen();
  await insert('sink', 'attestry.store_verdicts_history', ['notice'], bodyOf(['x'.repeat(1024 * 1024)]));
  await insert('sink', 'attestry.store_asset_records', ['asset_id'], bodyOf(['x'.repeat(1024 * 1024)]));
  assert.equal(did.splice(0), ['sink verdicts_history', 'sink asset_records', 'registry woken']);
  await insert('sink', 'attestry.store_feed_changes', ['words'], bodyOf(['x'.repeat(1024 * 1024)]));
  assert.equal(did, ['sink feed_changes']);
});

test('tenants are invalidated before the outcome is passed on, and records are served', async () => {
  const { did, insert } = listen();
  await insert('accounts-sink', 'attestry.store_command_outcomes', ['tenant_id'], bodyOf(['t']));
  await insert('accounts-sink', 'attestry.store_api_keys', ['key_id'], bodyOf(['k'], ['l']));
  await insert('sink', 'attestry.store_asset_records', ['asset_id'], bodyOf(['a']));
  await insert('sink', 'attestry.store_observations', ['id'], bodyOf(['o']));
  const done = [
    'writing for t',
    'accounts command_outcomes',
    'news of t',
    '1 outcomes',
    'written for t',
    'accounts api_keys',
    'key k',
    'key l',
    'sink asset_records',
    'records of a',
  ];
  assert.equal(did, [...done, 'sink observations']);
});

test('a refused insert is not announced', async () => {
  const { did, insert } = listen(true);
  const error = await insert('sink', 'attestry.store_changes', ['asset_id'], bodyOf(['a'])).catch(
    (cause: unknown) => cause,
  );
  assert.instance(error, Error);
  assert.equal(did, []);
});

/** The members of a row type; a member that is missing here, or one too many, does not compile. */
const outcomeColumns: Readonly<Record<keyof OutcomeRow, true>> = {
  tenant_id: true,
  command_id: true,
  status: true,
  code: true,
  message: true,
  limit: true,
  used: true,
  item: true,
};
const changeColumns: Readonly<Record<keyof InsertedChange, true>> = {
  asset_id: true,
  id: true,
  revision: true,
  detected_at: true,
  notable_at: true,
  low_signal: true,
  disposition: true,
  severity_rank: true,
  group_id: true,
  log_partition: true,
  log_offset: true,
  words: true,
};

const verdictColumns: Readonly<Record<keyof InsertedVerdict, true>> = {
  asset_id: true,
  group_id: true,
  obligation_id: true,
  since: true,
  notice_kind: true,
  notice: true,
  statement: true,
  severity_rank: true,
  log_partition: true,
  log_offset: true,
};

test('the columns that the caches read are columns of the tables they are taken from', () => {
  const missing = (columns: readonly string[], read: readonly string[]): readonly string[] =>
    read.filter((column) => !columns.includes(column));
  assert.equal(missing(commandOutcomeRow.columns, Object.keys(outcomeColumns)), []);
  assert.equal(missing(feedChangeRow.columns, Object.keys(changeColumns)), []);
  assert.equal(missing(assetRecordRow.columns, insertedColumns), []);
  assert.equal(missing(verdictRow.columns, Object.keys(verdictColumns)), []);
  assert.equal(missing(changeRow.columns, ['asset_id', 'detected_at', 'log_partition', 'log_offset']), []);
});

test.run();

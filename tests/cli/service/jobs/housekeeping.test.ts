import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startHousekeeping } from '../../../../cli/service/jobs/housekeeping.ts';
import { reached } from '../../../support/reached.ts';

const minute = 60_000;

interface Item {
  readonly tenant_id: string;
  readonly item_id: string;
  readonly since: string;
}

/** The findings about intakes after each check, given the items that each check finds. */
async function findingsOf(...checks: readonly { readonly at: number; readonly items: readonly Item[] }[]) {
  const notes: (string | null)[] = [];
  let check = 0;
  const current = () => checks[Math.min(check, checks.length - 1)] ?? { at: 0, items: [] };
  const housekeeping = startHousekeeping({
    log: { maintain: async () => undefined } as never,
    tables: { query: async <R>() => current().items as unknown as readonly R[] },
    board: {
      note: (_: string, text: string | null) => {
        if (check < checks.length) notes.push(text);
        check += 1;
      },
    } as never,
    logger: { warn: () => undefined } as never,
    clock: () => current().at,
    everyMs: 1,
  });
  await reached('all checks', () => check >= checks.length);
  await housekeeping.stop();
  return notes;
}

const item = (since: number, item_id = 'a'): Item => ({ tenant_id: 't', item_id, since: String(since) });
const stuck = '1 item is gathered for over 15 minutes';

test('B-35 an item that gathers for over 15 minutes is reported', async () => {
  const notes = await findingsOf(
    { at: 15 * minute, items: [item(0)] },
    { at: 15 * minute + 1, items: [item(0), item(minute, 'b')] },
    { at: 16 * minute, items: [] },
  );
  assert.equal(notes, [null, stuck, null]);
});

test('B-35 a note or a pause does not restart the 15 minutes', async () => {
  const notes = await findingsOf(
    { at: 0, items: [item(0)] },
    { at: 14 * minute, items: [item(14 * minute)] },
    { at: 16 * minute, items: [item(14 * minute)] },
  );
  assert.equal(notes, [null, null, stuck]);
});

test('B-35 an item that was ready in between starts its 15 minutes again', async () => {
  const notes = await findingsOf(
    { at: 0, items: [item(0)] },
    { at: 14 * minute, items: [] },
    { at: 16 * minute, items: [item(16 * minute)] },
  );
  assert.equal(notes, [null, null, null]);
});

test('once an hour it asks for deliveries of webhooks that are older than 30 days, and deletes those that there are', async () => {
  const day = 24 * 60 * minute;
  let at = 100 * day;
  const asked: { readonly sql: string; readonly before: unknown }[] = [];
  const housekeeping = startHousekeeping({
    log: { maintain: async () => undefined } as never,
    tables: {
      query: async <R>(sql: string, parameters?: Readonly<Record<string, unknown>>) => {
        if (sql.includes('store_webhook_deliveries')) asked.push({ sql, before: parameters?.['before'] });
        at += 20 * minute;
        return (sql.includes('count()') ? [{ rows: '3' }] : []) as unknown as readonly R[];
      },
    },
    board: { note: () => undefined } as never,
    logger: { warn: () => undefined } as never,
    clock: () => at,
    everyMs: 1,
  });
  await reached('both statements', () => asked.length >= 2);
  await housekeeping.stop();
  const [counted, deleted] = asked;
  assert.match(counted?.sql ?? '', /^\s*SELECT count/);
  assert.match(deleted?.sql ?? '', /^\s*ALTER TABLE attestry.store_webhook_deliveries DELETE/);
  const before = Number(counted?.before);
  assert.is(deleted?.before, before);
  assert.ok(before >= 70 * day && before < at - 30 * day + 1, String(before));
});

test.run();

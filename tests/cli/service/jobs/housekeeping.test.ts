import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startHousekeeping } from '../../../../cli/service/jobs/housekeeping.ts';

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
  while (check < checks.length) await pause(1);
  await housekeeping.stop();
  return notes;
}

const item = (since: number, item_id = 'a'): Item => ({ tenant_id: 't', item_id, since: String(since) });
const stuck = '1 items are gathered for over 15 minutes';

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

test.run();

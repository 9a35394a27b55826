import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startHousekeeping } from '../../../cli/up/housekeeping.ts';

const minute = 60_000;

interface Item {
  readonly tenant_id: string;
  readonly item_id: string;
  readonly since: string;
}

/** What is told of the intake at each look, and the items that each look finds. */
async function looksAt(...looks: readonly { readonly at: number; readonly items: readonly Item[] }[]) {
  const notes: (string | null)[] = [];
  let look = 0;
  const current = () => looks[Math.min(look, looks.length - 1)] ?? { at: 0, items: [] };
  const housekeeping = startHousekeeping({
    log: { maintain: async () => undefined } as never,
    tables: { query: async <R>() => current().items as unknown as readonly R[] },
    board: {
      note: (_: string, text: string | null) => {
        if (look < looks.length) notes.push(text);
        look += 1;
      },
    } as never,
    logger: { warn: () => undefined } as never,
    clock: () => current().at,
    everyMs: 1,
  });
  while (look < looks.length) await pause(1);
  await housekeeping.stop();
  return notes;
}

const item = (since: number, item_id = 'a'): Item => ({ tenant_id: 't', item_id, since: String(since) });
const stuck = '1 items are gathered for over 15 minutes';

test('B-35 an item that is gathered for 15 minutes is told of', async () => {
  const notes = await looksAt(
    { at: 15 * minute, items: [item(0)] },
    { at: 15 * minute + 1, items: [item(0), item(minute, 'b')] },
    { at: 16 * minute, items: [] },
  );
  assert.equal(notes, [null, stuck, null]);
});

test('B-35 notes on it, or a pause, do not begin the 15 minutes anew', async () => {
  const notes = await looksAt(
    { at: 0, items: [item(0)] },
    { at: 14 * minute, items: [item(14 * minute)] },
    { at: 16 * minute, items: [item(14 * minute)] },
  );
  assert.equal(notes, [null, null, stuck]);
});

test('B-35 an item that was ready meanwhile is gathered anew', async () => {
  const notes = await looksAt(
    { at: 0, items: [item(0)] },
    { at: 14 * minute, items: [] },
    { at: 16 * minute, items: [item(16 * minute)] },
  );
  assert.equal(notes, [null, null, null]);
});

test.run();

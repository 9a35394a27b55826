// rule: what holders are notified of, as approved text, also tests/pipeline/full-run/demo.test.ts
/**
 * All recorded files of registers and lists in the order of their dates, over every issuer that they name: what a holder of
 * a token of each of them is notified of, approved as text. Every line was read with the question whether a holder wants it.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { approve } from '../changes/approve.ts';
import { runEveryFile } from './every-file.ts';
import { notificationsOf } from './notifications.ts';

test('the notifications of all recorded files, as people read them', async () => {
  const miniature = await runEveryFile();
  for (const { feed, asOf, status, reason } of miniature.values('feed.runs')) {
    assert.is(status, 'accepted', `${feed} ${new Date(asOf).toISOString()}: ${reason}`);
  }
  approve('full-run/notifications.txt', notificationsOf(miniature));
});

test.run();

/**
 * What a holder of each token of the demo is notified of, and what is held, approved as text: recorded files of registers and
 * lists, recorded accounts on Solana, readings on Ethereum, and a document. Every line was read with the question whether a
 * holder wants it.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tickObservation } from '../../../pipeline/publishers/ticks/tick-record.ts';
import { dayOf } from '../../../pipeline/publishers/ticks/plan-ticks.ts';
import { createMiniature } from '../../guide/miniature.ts';
import { approve } from '../changes/approve.ts';
import { runDemo } from './demo.ts';
import { notificationsOf } from './notifications.ts';
import { severitiesOf } from './severities.ts';

test('PE-4 the notifications of the demo, as people read them, and how urgent its changes are', async () => {
  const miniature = createMiniature();
  const days = new Set<string>();
  await runDemo(miniature, (day) => {
    if (miniature.values('registry.assets').length === 0 || days.has(day)) return;
    days.add(day);
    const at = Date.parse(day);
    miniature.append('observations', tickObservation({ day: dayOf(at), resumed: false }), at);
  });
  const refused = miniature.values('feed.runs').filter(({ status }) => status !== 'accepted');
  assert.equal(refused, []);
  approve('full-run/demo.txt', notificationsOf(miniature));
  approve('full-run/demo-severity.txt', severitiesOf(miniature));
});

test.run();

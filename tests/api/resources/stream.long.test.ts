// rule: streams that are opened at once all open, also tests/api/resources/stream.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type EventStreamClient, openEventStream } from '../../support/event-stream.ts';
import { openHarness, testConfig, watchOne } from '../harness.ts';
import { change } from '../records.ts';

test('300 streams that are opened at once all open, and each receives later changes', async () => {
  const api = await openHarness({ config: { ...testConfig, longestWaitMs: 600_000 } });
  const clients: EventStreamClient[] = [];
  try {
    const key = await watchOne(api);
    const keys = [key, ...(await Promise.all(Array.from({ length: 59 }, () => api.makeKey())))];
    const before = api.queries.length;
    const open = ({ text }: typeof key): Promise<EventStreamClient> =>
      openEventStream(api.port, '/me/monitoring/stream', { authorization: `Bearer ${text}` });
    clients.push(...(await Promise.all(keys.flatMap((one) => Array.from({ length: 5 }, () => open(one))))));
    assert.equal([clients.length, new Set(clients.map(({ status }) => status))], [300, new Set([200])]);
    await Promise.all(clients.map((client) => client.heardThat(() => client.lastId() !== '')));
    const perStream = (api.queries.length - before) / clients.length;
    assert.ok(perStream <= 3, `${perStream} queries a stream`);
    await api.detect(change('after 300', 1));
    await Promise.all(clients.slice(0, 5).map((client) => client.heard(2)));
  } finally {
    for (const client of clients) client.close();
    await api.close();
  }
});

test.run();

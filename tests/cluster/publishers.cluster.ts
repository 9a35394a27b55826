import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shareFeeds } from '../../cli/service/workers/feed-shares.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { sharedBroker } from './support/broker.ts';
import { withLog } from './support/kafka-log.ts';
import { until } from './support/until.ts';

const test = suite('publishers that share the feeds');
const ids = [...feeds.keys()];

test('each feed is fetched by one of two publishers, and by the other one after the first has stopped', async () => {
  const { brokers } = await sharedBroker();
  await withLog(brokers, async (log, _, open) => {
    const first = shareFeeds(log);
    await until('the first has all feeds', () => ids.every(first.isOurs));
    const second = shareFeeds(await open());
    await until('they share', () => ids.some(first.isOurs) && ids.some(second.isOurs));
    await until('each feed has exactly one publisher', () => ids.every((id) => first.isOurs(id) !== second.isOurs(id)));
    await first.stop();
    assert.not(ids.some(first.isOurs), 'a stopped publisher fetches nothing');
    await until('the second has all feeds', () => ids.every(second.isOurs));
    await second.stop();
  });
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shareFeeds } from '../../cli/up/feed-shares.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { sharedBroker } from './support/broker.ts';
import { withLog } from './support/kafka-log.ts';
import { until } from './support/until.ts';

const test = suite('publishers that share the feeds');
const ids = [...feeds.keys()];

test('every feed is fetched by one of two, and by the other one when that has ended', async () => {
  const { brokers } = await sharedBroker();
  await withLog(brokers, async (log, _, open) => {
    const first = shareFeeds(log);
    await until('the first has all', () => ids.every(first.isOurs));
    const second = shareFeeds(await open());
    await until('they share', () => ids.some(first.isOurs) && ids.some(second.isOurs));
    await until('every feed has one', () => ids.every((id) => first.isOurs(id) !== second.isOurs(id)));
    await first.stop();
    assert.not(ids.some(first.isOurs), 'who has left fetches nothing');
    await until('the second has all', () => ids.every(second.isOurs));
    await second.stop();
  });
});

test.run();

// rule: a publisher that is killed loses and repeats nothing, also tests/pipeline/publishers/documents/publisher.test.ts,
//   sim feeds/captures-have-bytes
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changesUnderKills } from './killed-line.ts';
import { type Site, startSite } from './server.ts';

const test = suite<{ site: Site }>('a document whose readers are killed at each step');
test.before(async (context) => {
  context.site = await startSite();
});
test.after(({ site }) => site.close());

test('publisher and folds are killed before and behind every step: each new text is one change', async ({ site }) => {
  // Bytes, reading, capture, observations and change of the first fetch; the last three of the second.
  assert.ok((await changesUnderKills(site, 1, 1)) >= 16);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changesUnderKills } from './killed-line.ts';
import { type Site, startSite } from './server.ts';

const test = suite<{ site: Site }>('a document whose readers are killed');
test.before(async (context) => {
  context.site = await startSite();
});
test.after(({ site }) => site.close());

test('publisher and folds are killed on the way from fetch to change: each new text is one change', async ({
  site,
}) => {
  assert.ok((await changesUnderKills(site, 2, 4)) > 2);
});

test.run();

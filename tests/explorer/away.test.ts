/** Every page while the tables do not answer (U-30). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { QueryParameters } from '../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../infra/errors.ts';
import { pages } from './every-page.ts';
import { type PagesHarness, textOf, visit } from './harness.ts';
import { openWorld, type World } from './world.ts';

const switched: { gone: boolean; api: PagesHarness | null } = { gone: false, api: null };
let world: World;
test.before(async () => {
  const query = async <R>(sql: string, given: QueryParameters): Promise<readonly R[]> => {
    if (switched.gone || switched.api === null) throw new RetryableError('the tables are gone');
    return switched.api.fixture.reader.query<R>(sql, given);
  };
  world = await openWorld({
    overrides: { tables: { query } },
    opened: (api) => {
      switched.api = api;
    },
  });
  // The session and the key are cached for three seconds of the harness's clock, which stands still.
  await visit(world.api, '/account', { cookie: world.cookie });
  switched.gone = true;
});
test.after(() => world.close());

/** Pages that are made of what is in memory, or of the log. */
const inMemory: readonly string[] = [
  'home',
  'search',
  'tokens',
  'asset',
  'entity',
  'docs',
  'signin',
  'unknown',
  'status',
  'help',
  'operator-rules',
  'operator-add',
  'operator-import',
];

for (const { name, path, status = 200, for: reader } of pages) {
  test(`PG-11 U-29 U-30 ${name}: a page in memory goes on, any other is 502 in the same frame with the id of the request`, async () => {
    const cookie = reader === 'reader' ? { cookie: world.cookie } : {};
    const reply = await visit(world.api, path(world), cookie);
    if (inMemory.includes(name)) {
      assert.is(reply.status, status);
      return;
    }
    assert.is(reply.status, 502);
    assert.match(textOf(reply), /Not available now/);
    assert.match(reply.text, /<nav aria-label="Main">/);
    assert.ok(reply.text.includes(String(reply.headers['x-request-id'])));
  });
}

test.run();

/** Pages and forms while the log takes no command, and while no processor decides one (U-30). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../infra/errors.ts';
import { reached } from '../support/reached.ts';
import { startVirtualTime } from '../support/virtual-time.ts';
import { pages } from './every-page.ts';
import type { Reply } from '../api/harness.ts';
import { assetId } from '../api/records.ts';
import { post, textOf, seenFieldsOf, tokenOf, visit } from './harness.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let notification = '';
test.before(async () => {
  world = await openWorld();
  const inbox = await visit(world.api, '/inbox', { cookie: world.cookie });
  notification = /name="id" value="([^"]+)"/.exec(inbox.text)?.[1] ?? '';
});
test.after(() => world.close());

/** Replaces what appends commands. */
const away = (send: () => Promise<void>): void => {
  Object.assign(world.api.dependencies.commands, { send });
};

/** Forms of readers, each with the page that has it. */
const forms = (): readonly (readonly [page: string, action: string, fields: Readonly<Record<string, string>>])[] => [
  ['/inbox', '/inbox/read', { id: notification }],
  ['/changes?by=known', '/changes/seen', {}],
  ['/watchlist?add=TK2', '/watchlist', { assetId: assetId(2) }],
  [`/watchlist/${world.ids.item}`, `/watchlist/${world.ids.item}`, { do: 'pause' }],
  [`/account/webhooks/${world.ids.endpoint}`, `/account/webhooks/${world.ids.endpoint}`, { do: 'pause' }],
];

/** Answers of all forms that change something. */
async function submitAll(): Promise<readonly (readonly [action: string, reply: Reply])[]> {
  const headers = { cookie: world.cookie };
  return Promise.all([
    ...forms().map(async ([page, action, fields]) => {
      const shown = await visit(world.api, page, headers);
      const token = tokenOf(shown, action);
      assert.ok(token !== '', `${page} has a form for ${action}`);
      const given = action === '/changes/seen' ? seenFieldsOf(shown) : fields;
      return [action, await post(world.api, action, { ...given, token }, headers)] as const;
    }),
    post(world.api, '/signin', { key: world.key.text }).then((reply) => ['/signin', reply] as const),
  ]);
}

function isRefusal(action: string, reply: Reply): void {
  assert.is(reply.status, 502, action);
  assert.match(textOf(reply), /The service did not answer in time/, action);
  assert.match(reply.text, /<nav aria-label="Main">/, action);
  assert.is(reply.headers['set-cookie'], undefined, action);
}

test('U-30 while the log is away every page is shown, and every form is refused as a page at once', async () => {
  away(() => Promise.reject(new RetryableError('the log is away')));
  for (const { path, status = 200 } of pages) {
    const reply = await visit(world.api, path(world), { cookie: world.cookie });
    assert.is(reply.status === 303 ? 200 : reply.status, status, path(world));
  }
  for (const [action, reply] of await submitAll()) isRefusal(action, reply);
});

test('U-30 while no processor decides, a form is refused after five seconds, and pages go on meanwhile', async () => {
  let given = 0;
  away(() => {
    given += 1;
    return Promise.resolve();
  });
  const time = startVirtualTime();
  try {
    let hasAnswered = false;
    const answers = submitAll().finally(() => {
      hasAnswered = true;
    });
    await reached('the commands of all forms, and of a sign-in', () => given === forms().length + 1);
    const page = await visit(world.api, '/changes?by=known', { cookie: world.cookie });
    assert.is(page.status, 200);
    await time.advance(4_999);
    assert.not(hasAnswered);
    await time.advance(1);
    for (const [action, reply] of await answers) isRefusal(action, reply);
  } finally {
    time.end();
  }
});

test.run();

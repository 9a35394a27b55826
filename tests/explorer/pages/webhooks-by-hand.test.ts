/** Messages that are sent by hand to a receiver that does not answer. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeferred } from '../../../infra/async/async.ts';
import { checkedUrl, type GuardedPost, type PostAnswer } from '../../../infra/fetch/guarded-post.ts';
import { addEndpoint } from '../../api/readmodel/webhooks/endpoints.ts';
import { endpointHost, openPages, type PagesHarness, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

/** Exchanges that end when a test ends them. */
function openExchanges() {
  const answers: ((answer: PostAnswer) => void)[] = [];
  let arrived = createDeferred();
  const send: GuardedPost = () => {
    arrived.resolve();
    arrived = createDeferred();
    return new Promise((resolve) => answers.push(resolve));
  };
  const end = (): void => {
    for (const answer of answers.splice(0)) answer({ status: null, text: '', error: 'It closed the connection.' });
  };
  return { send, end, next: () => arrived.promise };
}

const exchanges = openExchanges();
let api: PagesHarness;
test.before(async () => {
  const check = (url: string): URL => checkedUrl(url, new Set([endpointHost])).url;
  api = await openPages({ webhookSender: { post: exchanges.send, check } });
});
test.after(() => api.close());

/** A reader with two endpoints, and what sends a test to one of them. */
async function sender() {
  const key = await api.makeKey();
  const ids = [
    await addEndpoint(api, key, `http://${endpointHost}/one`),
    await addEndpoint(api, key, `http://${endpointHost}/two`),
  ];
  const cookie = await signIn(api, key.text);
  const tokens = new Map<string, string>();
  for (const id of ids) {
    const path = `/account/webhooks/${id}`;
    tokens.set(path, tokenOf(await visit(api, path, { cookie }), path));
  }
  const [one = '', two = ''] = [...tokens.keys()];
  const act = (path: string, fields: Readonly<Record<string, string>>) =>
    post(api, path, { token: tokens.get(path) ?? '', ...fields }, { cookie });
  return { one, two, act };
}

test('W-06 a message by hand has no place among the writes while its receiver keeps it waiting, and a tenant has four', async () => {
  const { one, two, act } = await sender();
  const waiting: ReturnType<typeof act>[] = [];
  for (const path of [one, two, one, two]) {
    const begun = exchanges.next();
    waiting.push(act(path, { do: 'test' }));
    await begun;
    assert.is(api.formsInFlight(), 0);
  }
  const fifth = await act(one, { do: 'test' });
  assert.is(fifth.status, 429);
  assert.match(textOf(fifth), /four of your messages are being sent by hand right now; wait for them/);
  assert.is((await act(one, { do: 'pause' })).status, 303, 'other writes go on');
  const other = await sender();
  const begun = exchanges.next();
  waiting.push(other.act(other.one, { do: 'test' }));
  await begun;
  exchanges.end();
  assert.equal(
    (await Promise.all(waiting)).map(({ status }) => status),
    [303, 303, 303, 303, 303],
  );
  const again = exchanges.next();
  const sixth = act(one, { do: 'test' });
  await again;
  exchanges.end();
  assert.is((await sixth).status, 303, 'the places of the tenant are free again');
});

test.run();

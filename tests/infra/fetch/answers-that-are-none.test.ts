/** Whatever a server sends instead of an answer, or does not send, both kinds of requests settle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FetchResult } from '../../../infra/fetch/fetch-types.ts';
import { createGuardedFetch } from '../../../infra/fetch/guarded-fetch.ts';
import { createGuardedPost, type PostAnswer } from '../../../infra/fetch/guarded-post.ts';
import { answersThatAreNone, manualTimer, openRawServer, type RawAnswer } from '../../support/raw-answers.ts';

async function exchange<T>(
  { bytes, isOver }: RawAnswer,
  send: (
    server: { readonly host: string; readonly origin: string },
    timer: ReturnType<typeof manualTimer>,
  ) => Promise<T>,
): Promise<T> {
  const server = await openRawServer(bytes);
  const timer = manualTimer();
  if (!isOver) server.onRequest(timer.expire);
  try {
    return await send(server, timer);
  } finally {
    await server.close();
  }
}

const posted = (answer: RawAnswer): Promise<PostAnswer> =>
  exchange(answer, ({ host, origin }, { startTimer }) => {
    const post = createGuardedPost({ allow: [host], userAgent: 'test', startTimer });
    return post({ url: origin, json: '{}', headers: {}, signal: new AbortController().signal });
  });

const fetched = (answer: RawAnswer, json?: string): Promise<FetchResult> =>
  exchange(answer, ({ host, origin }, { startTimer }) => {
    const fetch = createGuardedFetch({ allow: [host], userAgent: 'test', startTimer });
    const body = json === undefined ? {} : { json };
    return fetch({ url: origin, hosts: ['127.0.0.1'], contentTypes: ['application/json'], ...body });
  });

for (const answer of answersThatAreNone) {
  test(`W-06 a message is over and failed after ${answer.name}`, async () => {
    const { status, error } = await posted(answer);
    if (answer.name.startsWith('101')) assert.is(status, 101);
    else assert.ok(status === null && error !== null, `${status}: ${error}`);
    if (!answer.isOver) assert.is(error, 'It did not answer in full within 15 s.');
  });

  for (const json of [undefined, '{}']) {
    test(`R-33 a ${json === undefined ? 'GET' : 'POST'} is over and failed after ${answer.name}`, async () => {
      const result = await fetched(answer, json);
      assert.is(result.kind, 'failed');
      if (result.kind !== 'failed') return;
      if (answer.name.startsWith('101')) assert.equal([result.outcome, result.status], ['http_error', 101]);
      if (!answer.isOver) assert.match(result.message, /did not answer in full within 30000 ms/);
    });
  }
}

test('R-33 an answer that switches protocols behind a redirect is over, too', async () => {
  const end = await openRawServer(answersThatAreNone[0]?.bytes ?? '');
  const start = await openRawServer(`HTTP/1.1 302 Found\r\nLocation: ${end.origin}/\r\nContent-Length: 9\r\n\r\n`);
  const fetch = createGuardedFetch({ allow: [start.host, end.host], userAgent: 'test' });
  const result = await fetch({ url: start.origin, hosts: ['127.0.0.1'], contentTypes: 'any' });
  assert.is(result.kind === 'failed' && result.status, 101);
  await Promise.all([start.close(), end.close()]);
});

test('the caller ends an exchange in which nothing answers', async () => {
  const server = await openRawServer('');
  const controller = new AbortController();
  server.onRequest(() => controller.abort());
  const post = createGuardedPost({ allow: [server.host], userAgent: 'test', startTimer: () => () => undefined });
  const answer = await post({ url: server.origin, json: '{}', headers: {}, signal: controller.signal });
  assert.is(answer.error, 'It cannot be reached (ABORT_ERR).');
  await server.close();
});

test.run();

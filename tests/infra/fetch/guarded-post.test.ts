import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createGuardedPost, type PostAnswer } from '../../../infra/fetch/guarded-post.ts';

const never = new AbortController().signal;

/** Answers of a receiver on this machine, which the allow-list names. */
async function postTo(listener: RequestListener, limitMs = 15_000): Promise<PostAnswer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post = createGuardedPost({ allow: [`127.0.0.1:${port}`], userAgent: 'test', limitMs });
  try {
    return await post({ url: `http://127.0.0.1:${port}/hook`, json: '{}', headers: {}, signal: never });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const resolvesTo =
  (address: string): LookupFunction =>
  (_name, options, done) => {
    if (options.all === true) done(null, [{ address, family: 4 }]);
    else done(null, address, 4);
  };

/** Addresses that are never reached, what the name resolves to, and the reason. */
const refused: readonly (readonly [url: string, resolved: string, reason: RegExp])[] = [
  ['http://receiver.example/', '203.0.113.7', /is not reached by https/],
  ['https://127.0.0.1/', '127.0.0.1', /not a public address/],
  ['https://169.254.169.254/latest', '169.254.169.254', /not a public address/],
  ['https://receiver.example/', '10.0.0.7', /not a public address/],
  ['https://receiver.example/', '127.0.0.1', /not a public address/],
  ['https://receiver.example/', '168.63.129.16', /not a public address/],
  ['https://[::ffff:127.0.0.1]/', '', /not a public address/],
  ['https://user:secret@receiver.example/', '203.0.113.7', /carries credentials/],
  ['https://receiver.example:8443/', '203.0.113.7', /port 8443/],
  ['ftp://receiver.example/', '203.0.113.7', /neither http nor https/],
];

for (const [url, resolved, reason] of refused) {
  test(`W-03 ${url} at ${resolved} is never reached`, async () => {
    const post = createGuardedPost({ allow: [], userAgent: 'test', lookup: resolvesTo(resolved) });
    const answer = await post({ url, json: '{}', headers: {}, signal: never });
    assert.is(answer.status, null);
    assert.match(answer.error ?? '', reason);
  });
}

test('W-03 a name that is public at one try and private at the next one is resolved for each, and never reached', async () => {
  const given = ['192.0.32.8', '127.0.0.1'];
  let asked = 0;
  const first = new AbortController();
  const lookup: LookupFunction = (name, options, done) => {
    const address = given[asked] ?? '';
    asked += 1;
    // The public address belongs to others, so the try ends before it connects.
    if (asked === 1) first.abort();
    resolvesTo(address)(name, options, done);
  };
  const post = createGuardedPost({ allow: [], userAgent: 'test', lookup });
  const send = ({ signal }: { readonly signal: AbortSignal }): Promise<PostAnswer> =>
    post({ url: 'https://receiver.example/', json: '{}', headers: {}, signal });
  assert.match((await send(first)).error ?? '', /cannot be reached \(ABORT_ERR\)/);
  assert.match((await send({ signal: never })).error ?? '', /is not a public address/);
  assert.is(asked, 2, 'one lookup a try, so what it answers is what is connected to');
});

test('W-03 a redirect is an answer like any other and is not followed', async () => {
  const paths: (string | undefined)[] = [];
  const answer = await postTo((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { location: 'http://169.254.169.254/' }).end();
  });
  assert.equal([answer.status, answer.error, paths], [307, null, ['/hook']]);
});

test('of an answer of 10 MB, 64 KiB are read and 1 KiB is kept', async () => {
  let written = 0;
  const answer = await postTo((_, response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(65_536, 'x');
    const write = (): void => {
      while (written < 10_000_000 && !response.destroyed) {
        written += chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    response.on('error', () => undefined);
    write();
  });
  assert.equal([answer.status, answer.text.length, answer.error], [200, 1024, null]);
  assert.ok(written < 10_000_000, `${written} bytes were written`);
});

test('a receiver that hangs, before its head or within its body, is given up', async () => {
  for (const listener of [() => undefined, ((_, response) => response.write('x')) satisfies RequestListener]) {
    const { status, error } = await postTo(listener, 100);
    assert.is(status, null);
    assert.match(error ?? '', /did not answer in full within 0\.1 s/);
  }
});

test('a receiver that closes the connection is a failure with its code', async () => {
  const { status, error } = await postTo((request) => request.socket.destroy());
  assert.is(status, null);
  assert.match(error ?? '', /cannot be reached \(ECONNRESET\)/);
});

test.run();

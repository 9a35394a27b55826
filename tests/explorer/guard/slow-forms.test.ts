/** Forms whose bytes come slowly: what they may keep from others. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asset, assetId } from '../../api/records.ts';
import { testConfig } from '../../api/harness.ts';
import { oneBase, openPages, type PagesHarness, post, signIn } from '../harness.ts';

let api: PagesHarness;
test.before(async () => {
  // One proxy is trusted, so that a test can come from many networks.
  api = await openPages({ config: { ...testConfig, ...oneBase, trustedProxies: 1 } });
  await api.declare(asset(1), asset(2));
});
test.after(() => api.close());

const sockets = new Set<Socket>();
test.after.each(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** Sends the head of a form and its first byte. Resolves with the first line that comes back: 100 once it is read. */
async function beginForm(network: string, body: string = bodies[0], { path, cookie } = signInForm): Promise<SlowForm> {
  const socket = connect(api.port, '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Forwarded-For: ${network}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/x-www-form-urlencoded',
    'Expect: 100-continue',
    ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
  ];
  socket.write(`${head.join('\r\n')}\r\n${body}`);
  let text = '';
  while (!/ (?!100)\d{3} |^HTTP\/1\.1 100 Continue\r\n\r\n/.test(text)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('utf8');
  }
  return { socket, status: Number(text.slice(9, 12)) };
}

const signInForm = { path: '/signin', cookie: '' };

interface SlowForm {
  readonly socket: Socket;
  readonly status: number;
}

const bodies = ['Content-Length: 5000\r\n\r\nk', 'Transfer-Encoding: chunked\r\n\r\n1\r\nk\r\n'] as const;

for (const [what, path, assets] of [
  ['of readers without a session', '/signin', 1],
  ['of a session', '/inbox/read', 2],
] as const) {
  test(`forms on their way take no place: key holders write and others sign in beside 210 ${what}`, async () => {
    const key = await api.makeKey();
    const cookie = path === '/signin' ? '' : await signIn(api, key.text);
    const begun = await Promise.all(
      Array.from({ length: 210 }, (_, index) =>
        beginForm(`192.0.2.${index % 30}`, bodies[index % 2], { path, cookie }),
      ),
    );
    assert.ok(begun.every(({ status }) => status === 100));
    const written = await api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(assets) } });
    assert.is(written.status, 201);
    const signedIn = await post(api, '/signin', { key: key.text }, { 'x-forwarded-for': '198.51.100.1' });
    assert.is(signedIn.status, 303);
  });
}

test('a network has eight forms on their way; another one is refused at once, and one of another network is not', async () => {
  for (let count = 0; count < 8; count += 1) assert.is((await beginForm('192.0.2.1')).status, 100);
  const refused = await post(api, '/signin', { key: 'x' }, { 'x-forwarded-for': '192.0.2.1' });
  assert.is(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.is((await post(api, '/signin', { key: 'x' }, { 'x-forwarded-for': '192.0.2.2' })).status, 401);
});

test('the addresses of one IPv6 host are one network', async () => {
  for (let count = 0; count < 8; count += 1) assert.is((await beginForm(`2001:db8:1:2::${count}`)).status, 100);
  assert.is((await post(api, '/signin', {}, { 'x-forwarded-for': '2001:db8:1:2:3::9' })).status, 429);
});

test('a form that ends gives its place to the next one, whether it is whole or broken off', async () => {
  const network = '192.0.2.9';
  const begun = await Promise.all(Array.from({ length: 8 }, () => beginForm(network, bodies[1])));
  const [first, second] = begun;
  if (first === undefined || second === undefined) throw new Error('no form');
  first.socket.write('0\r\n\r\n');
  const [answer] = (await once(first.socket, 'data')) as [Buffer];
  assert.match(answer.toString('utf8'), /^HTTP\/1\.1 400 /, 'the form has no field "k"');
  assert.is((await beginForm(network)).status, 100);
  // The server answers a form with an unknown field once it has noticed that the other one broke off.
  second.socket.write('nonsense\r\n');
  await once(second.socket, 'close');
  assert.is((await beginForm(network)).status, 100);
});

test('a slow body of the API takes no place either', async () => {
  const key = await api.makeKey();
  // Node answers 100 before the guard gets the request. Its key is known already, so the guard awaits the body at once; while it
  // reads a key from the tables, requests have places.
  assert.is((await api.send('GET', '/me/watchlist', { key: key.text })).status, 200);
  const before = api.queries.length;
  const head = `POST /me/watchlist HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key.text}\r\nContent-Type: application/json\r\n`;
  const answered: string[] = [];
  const begun = Array.from({ length: 210 }, async (_, index) => {
    const socket = connect(api.port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => void answered.push(chunk.toString('utf8')));
    socket.write(`${head}Expect: 100-continue\r\n${(bodies[index % 2] ?? '').replace(/k(?=$|\r\n$)/, '{')}`);
    await once(socket, 'data');
  });
  await Promise.all(begun);
  assert.is(api.queries.length, before, 'no request waits for the tables');
  const written = await api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(2) } });
  assert.is(written.status, 201);
  assert.equal([...new Set(answered)], ['HTTP/1.1 100 Continue\r\n\r\n']);
  assert.is(answered.length, 210);
});

test.run();

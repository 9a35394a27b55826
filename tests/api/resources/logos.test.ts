import { createHmac } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createUrlSigner, nextBucketAt, type SigningKey } from '../../../api/route/http/signed-url.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { logoUrlOf } from '../../../schemas/values/logo-url.ts';
import { type Harness, memberOf, openHarness, type TestKey } from '../harness.ts';
import { asset, hour, minute } from '../records.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64, 7)]);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const published = 'https://acme.example/logo.png';
const [withLogo, withoutBytes, plain] = [asset(1), asset(2), asset(3)];

let api: Harness;
let key: TestKey;

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  for (const bytes of [png, svg]) api.logos.set(sha256Hex(bytes), bytes);
  await api.declare(
    { ...withLogo, imageUrl: logoUrlOf(published, sha256Hex(png)) },
    { ...withoutBytes, imageUrl: logoUrlOf(published, sha256Hex('elsewhere')) },
    { ...plain, imageUrl: published },
  );
});
test.after(() => api.close());

const record = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  api.send('GET', `/assets/ethereum/${address}`, { key: key.text, headers });
const imageOf = async (address: string): Promise<string> =>
  String(memberOf((await record(address)).body, 'token_details', 'token_image'));
const pathOf = (url: string): string => url.replace('http://registry.test', '');
const fetched = (path: string) => api.send('GET', path);

test('A-25 a stored logo has a signed URL that needs no key; one that is not stored keeps its published URL', async () => {
  const url = await imageOf(withLogo.address);
  assert.match(url, /^http:\/\/registry\.test\/logos\/[0-9a-f]{64}\?exp=\d+&kid=k1&sig=[\w-]{43}$/);
  const logo = await fetched(pathOf(url));
  assert.equal([logo.status, logo.headers['content-type']], [200, 'image/png']);
  assert.is(logo.headers['content-length'], String(png.length));
  assert.is(logo.headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
  assert.is(await imageOf(plain.address), published);
  const listed = memberOf((await api.get('/assets?page_size=1', key.text)).body, 'data', '0', 'token_details');
  assert.is(memberOf(listed, 'token_image'), url);
});

test('A-27 expired, forged and unsigned URLs are 403 in one body, whatever is stored', async () => {
  const path = pathOf(await imageOf(withLogo.address));
  const [, exp = '', sig = ''] = /exp=(\d+)&kid=k1&sig=([\w-]+)/.exec(path) ?? [];
  const bare = `/logos/${sha256Hex(png)}`;
  const forged = createHmac('sha256', Buffer.alloc(32, 2)).update(`GET\n${bare}\n${exp}`).digest('base64url');
  for (const bad of [
    bare,
    `/logos/${sha256Hex('nothing')}`,
    path.replace(sha256Hex(png), sha256Hex(svg)),
    path.replace(`exp=${exp}`, `exp=${Number(exp) + 3600}`),
    path.replace(`exp=${exp}`, 'exp=99999999999999'),
    path.replace('kid=k1', 'kid=k2'),
    path.replace(sig, forged),
    path.replace(sig, sig.slice(1)),
    `${path}&exp=${exp}`,
    `${path}&sig=${sig}`,
    `${path.slice(0, -1)}%00`,
  ]) {
    const reply = await fetched(bad);
    assert.is(reply.status, 403, bad);
    assert.equal(reply.body, { message: 'Signed URL expired or invalid', error: 'Forbidden', statusCode: 403 });
  }
  assert.is((await fetched(path)).status, 200);
});

test('a signed URL without a stored image is 404: no active document is ever served', async () => {
  const missing = await fetched(pathOf(await imageOf(withoutBytes.address)));
  assert.equal([missing.status, missing.body['message']], [404, 'Logo not found']);
  const { urlSigner, clock } = api.dependencies;
  const path = `/logos/${sha256Hex(svg)}`;
  assert.is((await fetched(urlSigner.sign(path, urlSigner.expiryAt(clock())))).status, 404);
  assert.is((await fetched('/logos/nonsense')).status, 404);
});

test('A-26, L-06 a URL lives 55 to 60 minutes, changes every five, and the ETag with it', async () => {
  const first = await record(withLogo.address);
  const etag = String(first.headers['etag']);
  const again = () => record(withLogo.address, { 'if-none-match': etag });
  assert.is((await again()).status, 304);
  const url = await imageOf(withLogo.address);
  const logo = await fetched(pathOf(url));
  const maxAge = Number(/^private, max-age=(\d+), immutable$/.exec(String(logo.headers['cache-control']))?.[1]);
  assert.ok(maxAge > 55 * 60 && maxAge <= 60 * 60, `${maxAge} s`);
  api.pass(5 * minute);
  const renewed = await again();
  assert.is(renewed.status, 200, 'a 304 would renew a body with a dead URL');
  assert.is.not(memberOf(renewed.body, 'token_details', 'token_image'), url);
  const page = '/assets?page_size=1';
  const list = await api.get(page, key.text);
  const poll = () =>
    api.send('GET', page, { key: key.text, headers: { 'if-none-match': String(list.headers['etag']) } });
  assert.is((await poll()).status, 304);
  api.pass(5 * minute);
  assert.is((await poll()).status, 200, 'nor would one of the list');
  api.pass(51 * minute);
  assert.is((await fetched(pathOf(url))).status, 403);
  const unmoved = await record(plain.address);
  api.pass(hour);
  const still = await record(plain.address, { 'if-none-match': String(unmoved.headers['etag']) });
  assert.is(still.status, 304, 'a record without a stored logo does not change with time');
});

test('A-26, A-27 buckets and two keys at once', () => {
  const [old, fresh]: readonly SigningKey[] = ['old', 'new'].map((id, index) => ({
    id,
    secret: Buffer.alloc(32, index),
  }));
  if (old === undefined || fresh === undefined) throw new Error('no keys');
  const before = createUrlSigner([old]);
  const after = createUrlSigner([fresh, old]);
  const path = '/logos/abc';
  const start = Date.UTC(2026, 5, 1, 12);
  for (const [offset, left] of [
    [0, 3600],
    [1_999, 3599],
    [299_999, 3301],
    [300_000, 3600],
  ] as const) {
    const signed = before.sign(path, before.expiryAt(start + offset));
    const query = new URLSearchParams(signed.slice(signed.indexOf('?')));
    const parameters = { exp: query.get('exp'), kid: query.get('kid'), sig: query.get('sig') };
    assert.is(before.secondsLeft(path, parameters, start + offset), left, String(offset));
    assert.is(after.secondsLeft(path, parameters, start + offset), left, 'the old key verifies');
    assert.is(createUrlSigner([fresh]).secondsLeft(path, parameters, start + offset), null, 'until it is taken away');
    assert.is(before.secondsLeft(path, parameters, start + offset + left * 1000 + 999), null);
  }
  assert.match(after.sign(path, 1), /kid=new/);
  assert.is(nextBucketAt(start + 299_999), start + 300_000);
  assert.is(nextBucketAt(start), start + 300_000);
});

test.run();

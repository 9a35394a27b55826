import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { logosOf } from '../../../cli/logos/logos.ts';
import { newestValues } from '../../../cli/log/read-topic.ts';
import { imageTypeOf } from '../../../schemas/values/image-type.ts';
import { logoHashOf, logoUrlOf } from '../../../schemas/values/logo-url.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { registryLines, testId, writeLines } from '../../support/demo-world.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { attestry, openWorkplace, silent, type Workplace } from '../harness.ts';

const test = suite<Workplace>('attestry registry logo');
test.before.each(async (place) => {
  Object.assign(place, await openWorkplace());
  process.env['ATTESTRY_DATA_DIR'] = place.config.dataDir;
  await attestry('registry', 'import', writeLines(place.config.dataDir, 'world.ndjson', registryLines({ assets: 1 })));
});
test.after.each(({ close }) => close());

const images = {
  'image/png': Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20)]),
  'image/jpeg': Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(20)]),
  'image/gif': Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
  'image/webp': Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'),
} as const;
const assetId = testId('asset-0');
const url = 'https://issuer.example/logo.png';

function file({ config }: Workplace, name: string, bytes: Buffer | string): string {
  const path = join(config.dataDir, name);
  mkdirSync(config.dataDir, { recursive: true });
  writeFileSync(path, bytes);
  return path;
}

test('A-25 the bytes are stored and the declaration names them; a later logo keeps its published address', async (place) => {
  const path = file(place, 'logo', images['image/png']);
  const stored = await attestry('registry', 'logo', path, '--asset', assetId, '--url', url, '--json');
  assert.is(stored.code, 0, stored.stderr);
  const sha256 = sha256Hex(images['image/png']);
  assert.equal(JSON.parse(stored.stdout), {
    assetId,
    sha256,
    bytes: images['image/png'].length,
    url: `${url}#sha256=${sha256}`,
    copyrightConfirmed: false,
  });
  assert.equal(await logosOf(place.engine.artifacts, silent).read(sha256), images['image/png']);
  const again = file(place, 'logo', images['image/webp']);
  const replaced = await attestry('registry', 'logo', again, '--asset', assetId.toUpperCase(), '--copyright-confirmed');
  assert.is(replaced.code, 0, replaced.stderr);
  const declared = (await newestValues(place.engine, 'registry.assets')).get(assetId)?.value;
  assert.equal(
    { ...declared?.image },
    { url: logoUrlOf(url, sha256Hex(images['image/webp'])), copyrightConfirmed: true },
  );
  assert.is(declared?.name, 'Token 0', 'all else stays');
  const exported = (await attestry('registry', 'export')).stdout;
  const copy = await attestry('registry', 'import', file(place, 'copy.ndjson', exported), '--json');
  assert.is(copy.code, 0, 'an export is imported again');
});

test('bytes that are no image or too large, and an unknown party, are refused, and nothing is declared', async (place) => {
  const svg = file(place, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const large = file(place, 'large', Buffer.concat([images['image/png'], Buffer.alloc(1024 * 1024)]));
  const good = file(place, 'good', images['image/gif']);
  for (const [options, code, sentence] of [
    [[svg, '--asset', assetId, '--url', url], 1, /is no PNG, JPEG, GIF or WebP; SVG is not taken/],
    [[large, '--asset', assetId, '--url', url], 1, /a logo has at most 1048576/],
    [[good, '--asset', 'unknown', '--url', url], 2, /no asset "unknown"/],
    [[good, '--asset', assetId], 2, /the registry declares no logo of token-0/],
    [[good, '--asset', assetId, '--url', 'http://insecure.example/x'], 1, /an https URL/],
    [['missing', '--asset', assetId, '--url', url], 2, /does not exist/],
    [[good, '--asset', assetId, '--url', url, '--as-of', '2020-01-01'], 2, /./],
  ] as const) {
    const result = await attestry('registry', 'logo', ...options);
    assert.is(result.code, code, result.stderr);
    assert.match(result.stderr, sentence);
  }
  assert.is((await newestValues(place.engine, 'registry.assets')).get(assetId)?.value.image, null);
});

test('A-25 declared logos are fetched once an address, and what fails does not stop the others', async (place) => {
  const asked: string[] = [];
  const server = createServer(selfSigned, (request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/moved.png') response.writeHead(302, { location: '/logo.png' }).end();
    else if (request.url === '/page') response.end('<html>');
    else if (request.url === '/large') response.end(Buffer.concat([images['image/png'], Buffer.alloc(1024 * 1024)]));
    else response.end(images['image/png']);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const published = ['moved.png', 'moved.png', 'page', 'large', null].map((name, index) => ({
    ...(JSON.parse(registryLines({ assets: 5 }).filter((line) => line.includes('"asset"'))[index] ?? '') as object),
    ...(name === null ? {} : { image: { url: `https://${host}/${name}`, copyrightConfirmed: index === 0 } }),
  }));
  const lines = published.map((line) => JSON.stringify(line)).join('\n');
  assert.is((await attestry('registry', 'import', file(place, 'published.ndjson', lines))).code, 0);
  Object.assign(process.env, { ATTESTRY_FETCH_ALLOW: host, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  try {
    const fetched = await attestry('registry', 'logo', '--fetch', '--json');
    assert.is(fetched.code, 1);
    assert.match(fetched.stderr, /token-2: https:\S+page: The file is no PNG, JPEG, GIF or WebP/);
    assert.match(fetched.stderr, /token-3: https:\S+large: /);
    assert.match(fetched.stderr, /2 of 4 logos could not be fetched/);
    const sha256 = sha256Hex(images['image/png']);
    const bytes = images['image/png'].length;
    const stored = { sha256, bytes, url: `https://${host}/moved.png#sha256=${sha256}` };
    assert.equal(
      fetched.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      [1, 0].map((index) => ({
        assetId: testId(`asset-${index}`),
        ...stored,
        copyrightConfirmed: index === 0,
        finalUrl: `https://${host}/logo.png`,
      })),
    );
    assert.is(asked.filter((path) => path === '/moved.png').length, 1);
    const again = await attestry('registry', 'logo', '--fetch', testId('asset-1'));
    assert.is(again.code, 0, again.stderr);
    assert.match(again.stdout, /the logo of token-1 is stored/);
    for (const [options, sentence] of [
      [['--fetch', testId('asset-4')], /no address of a logo is declared for token-4/],
      [['--fetch', 'unknown'], /no asset "unknown"/],
      [['file', '--fetch'], /--fetch takes assets, and neither/],
      [['--asset', assetId], /give a file and its --asset, or --fetch/],
    ] as const) {
      const refused = await attestry('registry', 'logo', ...options);
      assert.is(refused.code, 2, refused.stderr);
      assert.match(refused.stderr, sentence);
    }
  } finally {
    delete process.env['ATTESTRY_FETCH_ALLOW'];
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    server.closeAllConnections();
    server.close();
  }
});

test('the media type of an image is read from its bytes', () => {
  for (const [type, bytes] of Object.entries(images)) assert.is(imageTypeOf(bytes), type);
  for (const bytes of ['', '\x89PNG', '<svg', 'RIFF\x10\x00\x00\x00WAVE', 'GIF90a', 'BM']) {
    assert.is(imageTypeOf(Buffer.from(bytes, 'latin1')), null, bytes);
  }
});

test('only a whole hash in the fragment names stored bytes', () => {
  const sha256 = 'ab'.repeat(32);
  assert.is(logoHashOf(logoUrlOf(url, sha256)), sha256);
  assert.is(logoUrlOf(`${url}#sha256=${'cd'.repeat(32)}`, sha256), `${url}#sha256=${sha256}`);
  for (const other of [url, `${url}#logo`, `${url}#sha256=ab`, `${url}#sha256=${sha256}0`, `${url}?sha256=${sha256}`]) {
    assert.is(logoHashOf(other), null, other);
  }
});

test.run();

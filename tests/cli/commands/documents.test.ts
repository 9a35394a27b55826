import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { registryLines, testId, writeLines } from '../../support/demo-world.ts';
import { words } from '../../pipeline/publishers/documents/pages.ts';
import { attestry, openWorkplace, type Workplace } from '../harness.ts';

const url = 'https://issuer.example/terms';
const assetId = testId('asset-0');

/** An asset that declares one source, with this profile. */
const assetLines = ({ extractor }: { readonly extractor: string }): readonly string[] =>
  registryLines({ assets: 1 }).map((line) => {
    const read = JSON.parse(line) as Record<string, unknown>;
    const sources = [{ sourceId: 'terms', url, kind: 'terms', extractor }];
    return read['type'] === 'asset' ? JSON.stringify({ ...read, sources }) : line;
  });

const test = suite<Workplace>('attestry documents and attestry profiles');
test.before.each(async (place) => {
  Object.assign(place, await openWorkplace());
  process.env['ATTESTRY_DATA_DIR'] = place.config.dataDir;
  const lines = assetLines({ extractor: 'terms' });
  const imported = await attestry('registry', 'import', writeLines(place.config.dataDir, 'world.ndjson', lines));
  assert.is(imported.code, 0, imported.stderr);
});
test.after.each(({ close }) => {
  Reflect.deleteProperty(process.env, 'ATTESTRY_PROFILES_DIR');
  return close();
});

function file({ config }: Workplace, name: string, text: string): string {
  const path = join(config.dataDir, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

test('a declared source is listed, and a capture from a file is recorded', async (place) => {
  const before = await attestry('documents', '--json');
  assert.is(before.code, 0, before.stderr);
  assert.match(before.stdout, '"outcome":null');
  const page = file(place, 'terms.html', `<html><body><h1>Terms</h1><p>${words(80)}</p></body></html>`);
  const fetched = await attestry('documents', 'run', url, '--file', page, '--as-of', '2026-01-01T00:00:00Z', '--json');
  assert.is(fetched.code, 0, fetched.stderr);
  const capture = JSON.parse(fetched.stdout) as { outcome: string; declared: { assetId: string }[]; sha256: string };
  assert.is(capture.outcome, 'ok');
  assert.equal(
    capture.declared.map((one) => one.assetId),
    [assetId],
  );
  const after = await attestry('documents', '--json');
  assert.match(after.stdout, `"sha256":"${capture.sha256}"`);
  assert.match((await attestry('documents')).stdout, 'https://issuer.example/terms');
});

test('an earlier file, a source that no asset declares, and a fetch without a contact are refused', async (place) => {
  const page = file(place, 'terms.txt', words(80));
  const run = (...more: readonly string[]) => attestry('documents', 'run', ...more);
  assert.is((await run(url, '--file', page, '--as-of', '2026-01-02T00:00:00Z')).code, 0);
  const earlier = await run(url, '--file', page, '--as-of', '2026-01-01T00:00:00Z');
  assert.is(earlier.code, 2);
  assert.match(earlier.stderr, 'give a later --as-of');
  assert.match((await run('https://issuer.example/other', '--file', page)).stderr, 'no active asset declares');
  assert.match((await run(url)).stderr, 'ATTESTRY_DOCUMENTS_CONTACT is not set');
  assert.is((await run(url, '--as-of', '2026-01-01T00:00:00Z')).code, 2);
});

test('a file that is no document exits 1 and is recorded', async (place) => {
  const shell = file(place, 'shell.html', '<html><body><div id="root"></div></body></html>');
  const fetched = await attestry('documents', 'run', url, '--file', shell);
  assert.is(fetched.code, 1);
  assert.match(fetched.stdout, 'empty: The page has 0 words of its own.');
  assert.match((await attestry('documents')).stdout, 'empty');
});

test('a fetch that failed closes no history: earlier files follow it, until one of them is newer', async (place) => {
  const run = (name: string, text: string, asOf: string) =>
    attestry('documents', 'run', url, '--file', file(place, name, text), '--as-of', asOf);
  const shell = '<html><body><div id="root"></div></body></html>';
  const page = (n: number): string => `<html><body><h1>Terms</h1><p>${words(80 + n)}</p></body></html>`;
  assert.is((await run('shell.html', shell, '2026-03-01')).code, 1);
  for (const [n, asOf] of [
    [0, '2026-01-01'],
    [1, '2026-02-01'],
  ] as const) {
    assert.match((await run(`terms-${n}.html`, page(n), asOf)).stdout, 'ok: html, read whole', asOf);
  }
  const repeated = await run('terms-2.html', page(2), '2026-01-15');
  assert.is(repeated.code, 2);
  assert.match(repeated.stderr, 'the newest document of it is as of 2026-02-01T00:00:00.000Z; give a later --as-of');
  const { stdout } = await attestry('documents', '--json');
  const listed = JSON.parse(stdout) as {
    readonly lastFetch: string;
    readonly outcome: string;
    readonly sha256: string;
  };
  assert.equal([listed.lastFetch, listed.outcome], ['2026-03-01T00:00:00.000Z', 'empty']);
  assert.match(listed.sha256, /^[0-9a-f]{64}$/);
});

test('a dated file without --as-of is refused with the line to type, and --as-of now means it', async (place) => {
  const page = `<html><body><h1>Terms</h1><p>${words(80)}</p></body></html>`;
  const path = file(place, 'terms-2026-01-29.html', page);
  const refused = await attestry('documents', 'run', url, '--file', path);
  assert.is(refused.code, 2);
  assert.ok(
    refused.stderr.includes(`attestry documents run ${url} --file ${path} --as-of 2026-01-29\n`),
    refused.stderr,
  );
  assert.is((await attestry('documents', 'run', url, '--file', path, '--as-of', 'now')).code, 0);
});

test('profiles are listed and checked', async (place) => {
  const listed = await attestry('profiles', 'list');
  assert.is(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, 'reserve-report@');
  file(place, 'profiles/own.json', '{"id":"terms/own","extends":"terms","remove":[".x"]}');
  process.env['ATTESTRY_PROFILES_DIR'] = join(place.config.dataDir, 'profiles');
  assert.match((await attestry('profiles', 'list')).stdout, 'terms/own@');
  assert.is((await attestry('profiles', 'check')).code, 0);
  file(place, 'profiles/bad.json', '{"id":"bad","extends":"nothing"}');
  file(place, 'profiles/worse.json', '{"id":"worse","remove":["a["]}');
  file(place, 'profiles/worst.json', '{');
  const checked = await attestry('profiles', 'check');
  assert.is(checked.code, 1);
  assert.match(checked.stdout, 'The profile bad extends nothing, which does not exist.');
  assert.match(checked.stdout, 'worse.json: "a[" is not a CSS selector');
  assert.match(checked.stdout, 'worst.json:');
});

test('profiles check tries what a profile names on the newest capture of a document', async (place) => {
  const stated = (profile: object) => file(place, 'profiles/own.json', JSON.stringify({ id: 'terms/own', ...profile }));
  stated({ requiredText: ['the laws of *'], select: [{ startAfter: 'h1' }], remove: ['.carousel'] });
  process.env['ATTESTRY_PROFILES_DIR'] = join(place.config.dataDir, 'profiles');
  const declared = writeLines(place.config.dataDir, 'own.ndjson', assetLines({ extractor: 'terms/own' }));
  assert.is((await attestry('registry', 'import', declared)).code, 0);
  const check = async () => {
    const { code, stdout } = await attestry('profiles', 'check', '--json');
    return { code, ...(JSON.parse(stdout) as { tried: { places: object[] }[] }) };
  };
  const before = await check();
  assert.equal([before.code, before.tried], [0, []], 'no capture yet');
  const page = `<html><body><h1>Terms</h1><p>${words(80)}</p><p>The laws of Ireland govern.</p></body></html>`;
  const fetched = await attestry('documents', 'run', url, '--file', file(place, 'terms.html', page));
  assert.is(fetched.code, 0, fetched.stderr);
  const found = await check();
  assert.equal(
    [found.code, found.tried.map(({ places }) => places)],
    [
      0,
      [
        [
          { member: 'select[0].startAfter', names: 'h1', found: 1 },
          { member: 'requiredText[0]', names: 'the laws of *', found: 1 },
        ],
      ],
    ],
  );
  const field = { rule: 'selector:custodians', anchor: 'Custodian', parties: 'declared' };
  stated({ requiredText: ['the laws of *'], fields: { reserve_custodians: field } });
  const lacking = await attestry('profiles', 'check');
  assert.is(lacking.code, 1);
  assert.match(
    lacking.stdout,
    /terms\/own@[0-9a-f]{12} on https:\/\/issuer\.example\/terms, as of [^\n]*\n {2}fields\.reserve_custodians: "Custodian" is not there\n {2}requiredText\[0\]: "the laws of \*" is there once\n/,
  );
});

test('a file is read without a log: values with their evidence, and why others are left out', async (place) => {
  const terms = file(
    place,
    'own/terms.html',
    '<html><body><p>These terms are governed by the laws of Ireland.</p><p>We may charge a redemption fee of 1%.</p></body></html>',
  );
  const read = await attestry('documents', 'read', terms, '--profile', 'terms');
  assert.is(read.code, 0, read.stderr);
  assert.match(
    read.stdout,
    /governing_law {2}\{"law":"IE"\}\n {2}"These terms are governed by the laws of Ireland\."\n {2}html:html>body>p@0-48 {2}keyword:governed-by-laws-of/,
  );
  assert.match(
    read.stdout,
    /Left out:\nredemption_fee {2}"may" may take it back\n {2}"We may charge a redemption fee of 1%\."/,
  );
  assert.match(read.stdout, /Not found:[\s\S]*\nwithdrawal_right {2}nothing in the document has a form of its rules/);
  const json = await attestry('documents', 'read', terms, '--profile', 'terms', '--json');
  const { fields, leftOut } = JSON.parse(json.stdout) as { fields: { field: string }[]; leftOut: { field: string }[] };
  assert.equal(
    [fields.map(({ field }) => field), leftOut.map(({ field }) => field)],
    [['governing_law'], ['redemption_fee']],
  );
});

test('a file that cannot be read, and a profile that is not there, are named', async (place) => {
  const broken = await attestry('documents', 'read', file(place, 'own/a.zip', 'PK\u0003\u0004'));
  assert.is(broken.code, 1);
  assert.match(broken.stderr, 'the document cannot be read: the archive is damaged or cut off');
  const unknown = await attestry('documents', 'read', file(place, 'own/a.txt', words(80)), '--profile', 'nothing');
  assert.is(unknown.code, 2);
  assert.match(unknown.stderr, 'there is no profile nothing; attestry profiles list shows those that are there');
});

test('a file is read as the source that an asset declares', async (place) => {
  const terms = file(
    place,
    'own/terms.html',
    '<html><body><p>These terms are governed by the laws of Ireland.</p></body></html>',
  );
  const read = (...more: readonly string[]) => attestry('documents', 'read', terms, ...more, '--json');
  const found = await read('--asset', assetId);
  assert.is(found.code, 0, found.stderr);
  const { profile, kind, fields } = JSON.parse(found.stdout) as { profile: string; kind: string; fields: unknown[] };
  assert.match(profile, /^terms@[0-9a-f]{12}$/);
  assert.equal([kind, fields.length], ['terms', 1]);
  const other = await read('--asset', assetId, '--url', 'https://issuer.example/other');
  assert.is(other.code, 2);
  assert.match(other.stderr, `the asset ${assetId} declares no source at https://issuer.example/other`);
  assert.match((await read('--asset', testId('asset-9'))).stderr, `there is no asset ${testId('asset-9')}`);
  assert.match((await read('--asset', assetId, '--profile', 'terms')).stderr, 'give --asset or --profile');
});

test('candidates are printed as import members; without a contact nothing is fetched', async () => {
  const silent = await attestry('documents', 'suggest', assetId);
  assert.is(silent.code, 2);
  assert.match(silent.stderr, 'ATTESTRY_DOCUMENTS_CONTACT is not set');
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    const isThere = isPage || request.url === '/terms';
    response.writeHead(isThere ? 200 : 404, { 'Content-Type': 'text/html' });
    response.end(isPage ? '<html><body><a href="/terms">Terms of Service</a></body></html>' : '<html></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['ATTESTRY_DOCUMENTS_CONTACT'] = 'mailto:a@b.example';
  process.env['ATTESTRY_FETCH_ALLOW'] = host;
  try {
    const found = await attestry('documents', 'suggest', `http://${host}/`, '--json');
    assert.is(found.code, 0, found.stderr);
    const { source, documentClass } = JSON.parse(found.stdout) as { source: unknown; documentClass: string };
    assert.equal(source, { sourceId: 'terms-1', url: `http://${host}/terms`, kind: 'terms', extractor: 'terms' });
    assert.is(documentClass, 'html');
    const unknown = await attestry('documents', 'suggest', 'nothing');
    assert.match(unknown.stderr, 'no asset "nothing" is registered');
  } finally {
    Reflect.deleteProperty(process.env, 'ATTESTRY_DOCUMENTS_CONTACT');
    Reflect.deleteProperty(process.env, 'ATTESTRY_FETCH_ALLOW');
    server.close();
  }
});

test.run();

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveFolder } from '../../../cli/demo/serve-folder.ts';

/** Sends a path as it is: clients resolve `..` themselves. */
const ask = (port: number, path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly status: number; readonly etag: string; readonly body: string }>((resolve, reject) => {
    const sent = request({ port, path, headers, host: '127.0.0.1' }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', body }));
    });
    sent.once('error', reject).end();
  });

test('files of the folder are served with an ETag, and no path leaves it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'attestry-folder-'));
  const folder = join(root, 'pages');
  mkdirSync(folder);
  writeFileSync(join(folder, 'terms.html'), '<p>Terms</p>');
  writeFileSync(join(root, 'secret.txt'), 'secret');
  const server = await serveFolder(folder, 0);
  try {
    const page = await ask(server.port, '/terms.html');
    assert.equal([page.status, page.body], [200, '<p>Terms</p>']);
    assert.is((await ask(server.port, '/terms.html', { 'If-None-Match': page.etag })).status, 304);
    for (const path of [
      '/',
      '/robots.txt',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/./../secret.txt',
      '/a/../../secret.txt',
    ]) {
      assert.is((await ask(server.port, path)).status, 404, path);
    }
  } finally {
    await server.close();
    rmSync(root, { recursive: true });
  }
});

test.run();

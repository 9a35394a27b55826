import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { artifactRoutes } from '../../../explorer/pages/artifacts/routes.ts';
import type { PageRequest } from '../../../explorer/page-route.ts';
import type { Answer } from '../../../api/route/answer.ts';

const file = 'a'.repeat(64);
const evil = 'b'.repeat(64);
const document = 'c'.repeat(64);

/** Tables with two files of feeds and a document. */
const tables = {
  query: async (sql: string, { sha256 }: Readonly<Record<string, unknown>>): Promise<unknown[]> => {
    if (sql.includes('document_captures')) return sha256 === document ? [{ url: 'https://example.com/terms' }] : [];
    const names: Readonly<Record<string, string>> = { [file]: 'EMTWP.csv', [evil]: '../"\r\nx: y<é>.csv' };
    const name = names[String(sha256)];
    return name === undefined ? [] : [{ artifacts: JSON.stringify([{ name, sha256 }]) }];
  },
} as Parameters<typeof artifactRoutes>[0]['tables'];

const ask = async (sha256: string, isThere = true): Promise<Answer> => {
  const artifacts = { open: async () => (isThere ? Readable.from([Buffer.from('raw')]) : null) };
  const [route] = artifactRoutes({ artifacts, tables });
  return route?.handle({ params: { sha256 } } as unknown as PageRequest) as Promise<Answer>;
};

const refusal = async (sha256: string, isThere?: boolean): Promise<string> => {
  try {
    await ask(sha256, isThere);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

test('the raw bytes of a file of a feed are a download that no browser shows', async () => {
  const answer = await ask(file);
  assert.is(answer.type, 'application/octet-stream');
  assert.equal(answer.headers, {
    'Content-Disposition': `attachment; filename="${'a'.repeat(12)}-EMTWP.csv"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
});

test('a name that a source chose keeps nothing that a header could be made from', async () => {
  const { headers } = await ask(evil);
  assert.is(headers?.['Content-Disposition'], `attachment; filename="${'b'.repeat(12)}-x-y-.csv"`);
});

test('a document of others is 404 with the address that published it; so are unknown and absent bytes, with the reason', async () => {
  assert.match(await refusal(document), /not served here\. It was published at https:\/\/example\.com\/terms/);
  assert.match(await refusal('d'.repeat(64)), /No file of a source/);
  assert.match(await refusal('../etc/passwd'), /No file of a source/);
  assert.match(await refusal(file, false), /This server does not store the bytes/);
});

test.run();

import { deflateRawSync, crc32 } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NotReadable } from '../../../infra/reading/readers/not-readable.ts';
import { readBytes } from '../../../infra/reading/readers/read-bytes.ts';

interface File {
  readonly name: string;
  readonly content: Buffer;
  readonly encrypted?: boolean;
  readonly checksum?: number;
}

/** An archive with these files, as archivers write it. */
function zip(...files: readonly File[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, encrypted = false, checksum = crc32(content) } of files) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(encrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(16);
    place.writeUInt32LE(offset, 12);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), fields, place.subarray(2), Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

const read = (bytes: Buffer) => readBytes(bytes, { class: null, charset: null });
const page = (name: string, text = 'The law of Ireland.'): File => ({ name, content: Buffer.from(`<p>${text}</p>`) });

test('the only document of an archive is read, whatever stands beside it', async () => {
  const { reading, reason } = await read(
    zip(
      page('paper/reports/paper.xhtml'),
      page('__MACOSX/._paper.xhtml'),
      { name: 'META-INF/reportPackage.json', content: Buffer.from('{}') },
      { name: 'paper/taxonomy.xsd', content: Buffer.from('<schema/>') },
    ),
  );
  assert.is(reason, null);
  assert.is(reading.class, 'html');
  assert.is(reading.blocks[0]?.text, 'The law of Ireland.');
});

const archive = zip(page('a.html'));
const cases: readonly (readonly [name: string, bytes: () => Buffer, reason: RegExp])[] = [
  ['two documents', () => zip(page('a.html'), page('b.html')), /^the archive has 2 documents; one was expected$/],
  [
    'no document',
    () => zip({ name: 'a.exe', content: Buffer.from('x') }),
    /^the archive has no document that is read$/,
  ],
  ['a zip of a zip', () => zip({ name: 'a.pdf', content: archive }), /^the archive holds another archive$/],
  ['encrypted', () => zip({ ...page('a.html'), encrypted: true }), /^the archive is encrypted$/],
  [
    'another checksum',
    () => zip({ ...page('a.html'), checksum: 1 }),
    /^the document in the archive does not fit its checksum$/,
  ],
  ['cut off', () => archive.subarray(0, archive.length - 30), /^the archive is damaged or cut off/],
  ['nothing but the mark', () => Buffer.from('PK\u0003\u0004'), /^the archive is damaged or cut off/],
  [
    'a page that unfolds a thousand times',
    () => zip({ name: 'a.html', content: Buffer.alloc(20 * 1024 ** 2, 'a') }),
    /more than 100 times larger than it is packed$/,
  ],
];
for (const [name, bytes, reason] of cases) {
  test(`zip: ${name}`, async () => {
    try {
      await read(bytes());
      assert.unreachable();
    } catch (error) {
      assert.instance(error, NotReadable);
      assert.match((error as Error).message, reason);
    }
  });
}

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitedCommand } from '../../../infra/process/kernel-limits.ts';
import { type ReaderLimits, readerLimits, watchMs } from '../../../infra/reading/limits.ts';
import { readDocument } from '../../../infra/reading/read-document.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { type ReadDocument, reader } from '../../../schemas/values/reading.ts';
import { runChildrenHere } from '../../support/children-here.ts';
import { readAnswer, readParts } from '../../../infra/reading/read-answer.ts';
import { answerRequest } from '../../../infra/reading/readers/answer-request.ts';
import { createPartWriter } from '../../../infra/reading/readers/part-writer.ts';
import { holdChildren } from '../../support/held-children.ts';
import { at, nestedForms, pdf } from '../../support/pdf.ts';
import { startReadingThread } from '../../support/reading-thread.ts';
import { startVirtualTime } from '../../support/virtual-time.ts';

const { read, close } = startReadingThread();
test.after(close);

/** Reads a document that has no end in a process, while so much time passes for the process that watches it. */
async function endedAfter(ms: number, limits: ReaderLimits = readerLimits): Promise<ReadDocument> {
  const time = startVirtualTime();
  try {
    const reading = readDocument(nestedForms(), 'pdf', { limits });
    await time.advance(ms);
    return await reading;
  } finally {
    time.end();
  }
}

test('an empty document fails with a sentence', async () => {
  assert.equal(await read(''), {
    reading: null,
    text: null,
    ended: 'failed',
    reason: 'the document is empty (0 bytes)',
    limit: null,
  });
});

test('a reader that hangs for 300 s is ended', async () => {
  const ended = await endedAfter(300_000);
  assert.is(ended.ended, 'failed');
  assert.is(ended.limit, 'time');
  assert.is(ended.reason, 'the reader hung for 300 s');
});

test('a reader that takes too much memory is ended', async () => {
  const held = holdChildren();
  const ended = await endedAfter(watchMs, { ...readerLimits, residentBytes: 1 }).finally(held.end);
  assert.equal(held.signals, ['SIGKILL']);
  assert.is(ended.limit, 'memory');
  assert.is(ended.reason, 'the reader took more memory than its limit');
});

test('the limits of the processor time and of the memory of a reader are given to the kernel', () => {
  const { processorSeconds, dataBytes, timeMs } = readerLimits;
  assert.ok(timeMs >= 5_000 * processorSeconds, 'a busy machine ends no reading');
  const { file, arguments: words } = limitedCommand({ file: 'reader', arguments: ['request'] }, readerLimits);
  assert.equal([file, words[0]], ['/bin/sh', '-c']);
  const limits = [processorSeconds, processorSeconds + 2, dataBytes / 1024].map(String);
  assert.equal(words.slice(2), ['sh', ...limits, 'reader', 'request']);
});

test('pages that were read before a limit are a reading that is partly', async () => {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const bytes = pdf(at(60, 700, 10, 'First'), at(60, 700, 10, 'Second'), at(60, 700, 10, 'Third'));
  const used = [4.9, 5, 5.1];
  const onPart = createPartWriter(write, { usedSeconds: () => used.shift() ?? 9, afterSeconds: 5 });
  const answer = await answerRequest(bytes, { class: null, charset: null }, onPart);
  assert.is(lines.length, 1, 'no part before 5 s');
  const whole = readAnswer(Buffer.from(`${lines.join('')}${answer}`));
  assert.is(whole.ended, 'whole');
  const cut = readParts(Buffer.from(`${lines.join('')}P{"pages":[`), 'the reader took more than 60 s', 'time');
  assert.is(cut.ended, 'partly');
  assert.is(cut.limit, 'time');
  assert.is(cut.reason, 'the reader took more than 60 s; 2 pages were read before');
  assert.equal(cut.reading?.pages, whole.reading?.pages.slice(0, 2));
  assert.is(cut.text, canonicalJson(cut.reading));
  assert.is(readParts(Buffer.from('P{"pages":['), 'x', 'time').ended, 'failed');
});

test('a reading that is too long is cut off', async () => {
  const startChildren = runChildrenHere();
  try {
    const ended = await readDocument(Buffer.from('<p>x'), 'html', { limits: { ...readerLimits, outputBytes: 10 } });
    assert.is(ended.limit, 'output');
  } finally {
    startChildren();
  }
});

test('a reader ends when its caller stops', async () => {
  const held = holdChildren();
  const stop = new AbortController();
  const reading = readDocument(Buffer.from('<p>x'), 'html', { signal: stop.signal });
  stop.abort(new Error('stopped'));
  try {
    await reading;
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), 'stopped');
  } finally {
    held.end();
  }
  assert.equal(held.signals, ['SIGKILL']);
});

test('a process reads a document as its readers do', async () => {
  const page = '<html lang="de"><title>A</title><p>Größe</p>';
  assert.equal(await readDocument(Buffer.from(page), null), await read(page));
});

const cases: readonly (readonly [name: string, text: () => string, ended: string, reason: RegExp | null])[] = [
  ['nested tags', () => '<div>'.repeat(50_001), 'failed', /nests deeper than 50000 elements/],
  ['nested lists of JSON', () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'whole', null],
  ['lists without end', () => `[${'[0],'.repeat(500_000)}0]`, 'failed', /has more than 1000000 values/],
  ['a line of 4 MB', () => 'a'.repeat(4_000_001), 'partly', /more than 4000000 characters/],
  [
    'many cells by spans',
    () => `<table>${'<tr><td colspan=100 rowspan=1000>x'.repeat(2_100)}`,
    'partly',
    /cells of tables/,
  ],
  ['attributes without end', () => `<a ${'x="y" '.repeat(100_000)}>`, 'whole', null],
];
for (const [name, text, ended, reason] of cases) {
  test(`hostile: ${name}`, async () => {
    const found = await read(text());
    assert.is(found.ended, ended, found.reason ?? '');
    if (reason === null) assert.is(found.reason, null);
    else assert.match(found.reason ?? '', reason);
  });
}

test('the text of a reading is its RFC 8785 form, and the same each time', async () => {
  const page = '<html lang="de"><title>A</title><p>Größe</p>';
  const first = await read(page);
  assert.is(first.text, canonicalJson(first.reading));
  assert.is((await read(page)).text, first.text);
  assert.is(reader.version, '2');
});

test('HTML: paths, headings, tables with spans, links, hidden parts, own words', async () => {
  const { reading } = await read(`<!doctype html><html lang="en"><title>Terms &amp; more</title><base href="/d/">
    <header>Menu</header><main id="m"><h1>Head</h1><p class="a b">Hello <b>wor</b>ld, <a href="p.pdf">the paper</a></p>
    <div hidden>gone</div><div style="color:red; display: none">gone</div><dialog>gone</dialog>
    <table><tr><th rowspan="2">A</th><th>B</th></tr><tr><td>2</td></tr></table></main>
    <input type="password"><script src="/c.js">var gone</script></html>`);
  assert.is(reading?.title, 'Terms & more');
  assert.is(reading?.base, '/d/');
  assert.is(reading?.language, 'en');
  assert.equal(
    reading?.blocks.map(({ text, heading, own }) => [text, heading, own]),
    [
      ['Menu', null, false],
      ['Head', 1, true],
      ['Hello world, the paper', null, true],
      ['A', null, true],
      ['B', null, true],
      ['2', null, true],
    ],
  );
  assert.is(reading?.blocks[2]?.path, 'html>main#m>p.a.b');
  assert.equal(reading?.tables, [
    {
      path: 'html>main#m>table',
      rows: [
        ['A', 'B'],
        ['A', '2'],
      ],
    },
  ]);
  assert.equal(reading?.links, [{ href: 'p.pdf', text: 'the paper', path: 'html>main#m>p.a.b>a' }]);
  assert.ok(reading?.password);
  assert.equal(reading.scripts, ['/c.js']);
  assert.is(reading.ownWords, 6);
});

test('JSON: every value with its pointer', async () => {
  const { reading } = await read('{"a/b":[1,"x",null],"c~":{"d":true}}');
  assert.equal(reading?.members, [
    { pointer: '/a~1b/0', value: '1', type: 'number' },
    { pointer: '/a~1b/1', value: 'x', type: 'string' },
    { pointer: '/a~1b/2', value: 'null', type: 'null' },
    { pointer: '/c~0/d', value: 'true', type: 'boolean' },
  ]);
});

test('text that is not valid in its character set is read as windows-1252, with an alarm', async () => {
  const { reading } = await read(Buffer.from('<p>caf\xe9</p>', 'latin1'));
  assert.is(reading?.blocks[0]?.text, 'café');
  assert.equal(reading?.alarms, ['the text is not valid utf-8; it is read as windows-1252']);
});

for (const declared of ['', '<meta charset="windows-1252">', '<meta charset="iso-8859-1">']) {
  test(`quotes and dashes of windows-1252 are read as such, also under the name ${declared || 'of none'}`, async () => {
    const bytes = Buffer.from(`${declared}<p>\x93caf\xe9\x94 \x96 5 \x80, the issuer\x92s</p>`, 'latin1');
    const { reading } = await read(bytes);
    assert.is(reading?.blocks[0]?.text, '“café” – 5 €, the issuer’s');
  });
}

test.run();

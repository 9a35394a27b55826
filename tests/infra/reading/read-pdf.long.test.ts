// rule: a hostile document ends within its limits and takes only its reader, also tests/infra/reading/read-document.test.ts
// rule: a PDF that people made is read whole, also tests/pipeline/documents/reading/report/read-report.test.ts
import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitedCommand } from '../../../infra/process/kernel-limits.ts';
import { readerLimits } from '../../../infra/reading/limits.ts';
import { readDocument } from '../../../infra/reading/read-document.ts';
import { nestedForms } from '../../support/pdf.ts';
import { elapsedMs, withPatience } from '../../support/real-time.ts';
import { hasSharedData, sharedBytes, sharedFiles } from '../../support/shared-data.ts';

/** A busy machine may need ten times as long as a quiet one. */
const patientLimits = { ...readerLimits, timeMs: 10 * readerLimits.timeMs };

test('the kernel limits the processor time and the memory of a reader', () => {
  const shell = { file: '/bin/sh', arguments: ['-c', 'ulimit -S -t; ulimit -H -t; ulimit -d'] };
  const command = limitedCommand(shell, readerLimits);
  const limits = execFileSync(command.file, command.arguments, { encoding: 'utf8' }).trim().split('\n');
  const { processorSeconds, dataBytes, timeMs } = readerLimits;
  assert.ok(timeMs >= 5_000 * processorSeconds, 'a busy machine ends no reading');
  assert.equal(limits.slice(0, 2), [String(processorSeconds), String(processorSeconds + 2)]);
  if (process.platform === 'linux') assert.is(limits[2], String(dataBytes / 1024));
});

test('the kernel ends a reader that takes too much processor time', async () => {
  const ended = await readDocument(nestedForms(), 'pdf', { limits: { ...readerLimits, processorSeconds: 1 } });
  assert.is(ended.limit, 'time');
  assert.is(ended.reason, 'the reader took more than 1 s of processor time');
});

test('a reader ends when its caller stops', async () => {
  const stop = new AbortController();
  const reading = readDocument(nestedForms(), 'pdf', { signal: stop.signal });
  stop.abort(new Error('stopped'));
  await reading.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'stopped'),
  );
});

const isThere = hasSharedData('disclosures');

test('hostile PDFs end within 35 s, and their reader takes nothing from this process', async () => {
  if (!isThere) {
    console.log('skipped: the hostile PDFs are not beside this tree (data/disclosures)');
    return;
  }
  const before = process.memoryUsage.rss();
  for (const path of sharedFiles('disclosures/hostile').filter((file) => file.endsWith('.pdf'))) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isEndless = ['form-fan', 'many-ops'].some((one) => name.startsWith(one));
    const start = elapsedMs();
    const { ended, reason, limit } = await readDocument(
      sharedBytes(path),
      null,
      isEndless ? { limits: { ...readerLimits, timeMs: 3_000 } } : {},
    );
    assert.ok(elapsedMs() - start < withPatience(35_000), name);
    assert.ok(ended === 'whole' || (reason ?? '') !== '', name);
    if (isEndless) assert.is(limit, 'time', name);
    if (name.startsWith('bomb-')) assert.is(reason, 'the reader took more memory than its limit');
    assert.ok(process.memoryUsage.rss() - before < 64 * 1024 ** 2, `${name} left memory behind`);
  }
});

test('a real white paper is read whole, with its pages', async () => {
  if (!isThere) {
    console.log('skipped: the document is not beside this tree (data/disclosures)');
    return;
  }
  // The reports of the other issuers are read in a process as well, where their values are compared with labels.
  const name = 'whitepapers/satlayer.2025-08-10.pdf';
  const { reading, ended } = await readDocument(sharedBytes(`disclosures/${name}`), null, { limits: patientLimits });
  assert.is(ended, 'whole');
  assert.is(reading?.pages.length, 26);
});

test.run();

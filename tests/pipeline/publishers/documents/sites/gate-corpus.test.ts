import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { judge } from '../../../../../pipeline/publishers/documents/sites/gate.ts';
import { hasSharedData, sharedFiles, sharedText } from '../../../../support/shared-data.ts';

const corpus = ['documents/edgi', 'documents/open-terms-archive'];

test('every recorded page of public sites is content', async () => {
  const missing = corpus.filter((part) => !hasSharedData(part));
  if (missing.length > 0) {
    console.log(`skipped: ${missing.join(', ')} is not there`);
    return;
  }
  const paths = corpus.flatMap(sharedFiles).filter((path) => !path.endsWith('README.md'));
  assert.ok(paths.length >= 18, `${paths.length} files`);
  for (const path of paths) {
    const bytes = Buffer.from(sharedText(path));
    const { reading } = await readBytes(bytes, { class: null, charset: null });
    const url = 'https://site.test/';
    const { outcome, message } = judge({
      url,
      hosts: [],
      kinds: ['page'],
      isIndex: false,
      readsAsBefore: false,
      fetched: { kind: 'ok', outcome: 'ok', bytes, url, contentType: '', etag: null, lastModified: null },
      body: {
        bytes,
        documentClass: reading.class,
        read: { reading, text: '', ended: 'whole', reason: null, limit: null },
      },
    });
    assert.is(outcome, 'ok', `${path}: ${message ?? ''}`);
  }
});

test.run();

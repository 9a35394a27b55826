import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAnswers } from '../../../infra/rpc/read-answers.ts';
import { hasSharedData, sharedFiles, sharedText } from '../../support/shared-data.ts';

/** Requests (`>>`) and responses (`<<`) that the tests of Ethereum clients publish. */
const part = 'chain/evm-jsonrpc';

test('recorded answers of an Ethereum client are read as they are', () => {
  if (!hasSharedData(part)) {
    console.log('skipped: the recorded answers are not beside the repository');
    return;
  }
  const files = sharedFiles(part).filter((file) => file.endsWith('.io'));
  assert.ok(files.length > 20);
  const kinds = { result: 0, error: 0 };
  for (const file of files) {
    const lines = sharedText(file).split('\n');
    const responses = lines.filter((line) => line.startsWith('<< ')).map((line) => line.slice(3));
    for (const response of responses) {
      const reading = readAnswers(Buffer.from(response, 'utf8'), { count: 1, limits: { parts: 100_000, depth: 64 } });
      assert.is(reading.kind, 'answers', `${file}: ${JSON.stringify(reading).slice(0, 200)}`);
      const [answer] = reading.kind === 'answers' ? reading.answers : [];
      const plain = JSON.parse(response) as { readonly result?: unknown; readonly error?: { readonly code: number } };
      if (answer?.kind === 'result') assert.equal(answer.result, plain.result, file);
      else assert.is(answer?.code, plain.error?.code, file);
      kinds[answer?.kind ?? 'error'] += 1;
    }
  }
  assert.ok(kinds.result > 10 && kinds.error > 3, JSON.stringify(kinds));
});

test.run();

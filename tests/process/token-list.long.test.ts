// rule: a list of tokens is declared once, with as many records for each token as for one, also tests/cli/commands/onboarding.test.ts
/** A long list of tokens: all of it is served, and the work for each token does not grow with the list. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../schemas/values/evm.ts';
import { createSandbox, type Sandbox } from '../support/service.ts';

const few = 500;
const many = 10_000;

interface ImportCounts {
  readonly assets: number;
  readonly unchanged: number;
}

interface Status {
  readonly processors: readonly {
    readonly name: string;
    readonly partitions: readonly { readonly position: number }[];
  }[];
}

const addressOf = (index: number): string =>
  toChecksumAddress(`0x${createHash('sha256').update(`listed ${index}`).digest('hex').slice(0, 40)}`);

const importList = (sandbox: Sandbox, from: number, to: number): Promise<ImportCounts> => {
  const lines = Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    return `eip155:1/erc20:${addressOf(number)},Listed ${number},L${number},6`;
  });
  const file = join(sandbox.directory, `list-${from}-${to}.csv`);
  writeFileSync(file, ['caip19,name,symbol,decimals', ...lines].join('\n'));
  return sandbox.json<ImportCounts>('registry', 'import', file);
};

/** Records that each processor has read so far. */
async function readBy(sandbox: Sandbox): Promise<ReadonlyMap<string, number>> {
  await sandbox.idle();
  const { processors } = await sandbox.json<Status>('status');
  return new Map(
    processors.map(({ name, partitions }) => [name, partitions.reduce((sum, { position }) => sum + position, 0)]),
  );
}

test('FD-6 10,000 tokens of a list are served, and a token of them costs each processor what one of 500 does', async () => {
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
  try {
    await sandbox.up();
    const before = await readBy(sandbox);
    assert.is((await importList(sandbox, 0, few)).assets, few);
    const first = await readBy(sandbox);
    assert.is((await importList(sandbox, few, few + many)).assets, many);
    const second = await readBy(sandbox);
    for (const [processor, position] of second) {
      const ofFew = ((first.get(processor) ?? 0) - (before.get(processor) ?? 0)) / few;
      const ofMany = (position - (first.get(processor) ?? 0)) / many;
      // Files of feeds that are read meanwhile are some records.
      assert.ok(ofMany <= ofFew + 0.1, `${processor} read ${ofMany} records a token, ${ofFew} of a short list`);
    }
    assert.equal((({ assets, unchanged }) => [assets, unchanged])(await importList(sandbox, 0, few + many)), [
      0,
      few + many,
    ]);
    const last = `eip155:1/erc20:${addressOf(few + many - 1)}`;
    const shown = await sandbox.json<{ readonly symbol: string }>('registry', 'show', last);
    assert.is(shown.symbol, `L${few + many - 1}`);
  } finally {
    await sandbox.destroy();
  }
});

test.run();

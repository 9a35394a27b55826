/** Values of sources in words. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clipped } from '../../../explorer/labels/clipped.ts';
import type { Statement } from '../../../explorer/readers/statements/queries.ts';
import { amountText, statementView } from '../../../explorer/readers/statements/statement-view.ts';

test('a count of base units is written in units, without the fraction from a million on', () => {
  assert.is(amountText('1500000', 6), '1.5');
  assert.is(amountText('1', 6), '0.000001');
  assert.is(amountText('0', 6), '0');
  assert.is(amountText('665165666541413', 6), '665,165,666');
  assert.is(amountText('1234567', 0), '1,234,567');
  assert.is(amountText('1000', null), '1,000 base units');
});

test('a cell of a register names its row, unless it is the name of the row', () => {
  const cell = { register: 'R', entity: 'Acme', matchedBy: 'identifier', meaning: null, label: 'name', text: 'Acme' };
  const of = (value: Statement['value']): string | undefined =>
    statementView(
      {
        assetId: 'a',
        kind: 'register_row',
        field: 'x',
        subjectKey: 'row',
        sourceKey: 'register:r',
        sourceUrl: null,
        value,
        since: 0,
        quote: null,
        observationId: 'o',
        observationSha256: null,
        place: null,
      } satisfies Statement,
      { describe: () => null, sources: [], decimals: null, symbol: '' },
    )?.text;
  assert.is(of(cell), 'Acme');
  assert.is(of({ ...cell, text: 'FR' }), 'FR, Acme');
});

test('PG-2 a quote has up to 300 characters, and no half of one', () => {
  assert.is(clipped('a'.repeat(300)).length, 300);
  assert.is(clipped('a'.repeat(301)), `${'a'.repeat(299)}…`);
  assert.is(clipped(`${'a'.repeat(298)}😀😀`), `${'a'.repeat(298)}…`);
});

test.run();

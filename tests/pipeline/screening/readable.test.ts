import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { malformed, readValue } from '../../../pipeline/changes/reading.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { drive, entry, observationsIn, row, statedIn, subject, wallet } from './harness.ts';

const fixture = (path: string): Buffer => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));

/** Asserts that `detect` can read every observation of the joins. */
function assertReadable(outputs: readonly Output[]): void {
  for (const observation of observationsIn(outputs)) {
    assert.is(malformed(observation), null);
    const read = readValue(observation);
    assert.ok(read.ok, read.ok ? '' : read.reason);
  }
}

test('Circle’s row of ESMA’s register is attributed to an asset that declares one of its identifiers', () => {
  const feed = feeds.get('esma-emtwp');
  assert.ok(feed?.kind === 'register');
  const parsed = feed.parse([{ name: 'EMTWP.csv', bytes: fixture('esma-emtwp/EMTWP-20260129.csv') }]);
  assert.ok(parsed.ok);
  const { row: apply, subjects } = drive(createAttribute({ registers: feeds }));
  subjects('usdc', [subject('lei', '969500OYUDADGZKCR583'), subject('ffg', 'TJWK5QTRK', { roles: ['token'] })]);
  const outputs = parsed.rows
    .filter(({ columns }) => columns['ae_lei'] === '969500OYUDADGZKCR583')
    .flatMap(({ columns }, index) =>
      apply(
        row(`row-${index}`, {
          register: 'esma-emtwp',
          columns,
          lei: columns['ae_lei'] ?? null,
          ffgs: [columns['ae_DTI_FFG'] ?? ''].filter((group) => group !== ''),
        }),
        1_000,
      ),
    );
  assertReadable(outputs);
  const listed = observationsIn(outputs).filter(({ field }) => field === 'listed');
  assert.is(listed.length, 1, 'EURC’s row is of the same issuer, and of another token');
  assert.is((statedIn(outputs)['listed'] as { token: string }).token, 'TJWK5QTRK');
  assert.is(observationsIn(outputs).length, 1 + feed.columns.length);
});

test('every address of OFAC’s file matches the wallet that has it, in lower case, too', () => {
  const feed = feeds.get('ofac-addresses');
  assert.ok(feed?.kind === 'sanctions');
  const parsed = feed.parse([
    { name: 'ETH.json', bytes: fixture('ofac-addresses/ETH-2022-11-10.json') },
    { name: 'XRP.json', bytes: fixture('ofac-addresses/XRP-2024-09-27.json') },
    { name: 'TRX.json', bytes: fixture('ofac-addresses/TRX-2024-09-27.json') },
  ]);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason);
  for (const { entryId, wallets, programs } of parsed.rows) {
    const [listed] = wallets;
    assert.ok(listed?.payload);
    const { row: apply, subjects } = drive(createScreen({ feeds }));
    const ours = listed.address.startsWith('0x') ? listed.address.toLowerCase() : listed.address;
    subjects('asset', [wallet(ours)]);
    const outputs = apply(entry(entryId, { list: 'ofac-addresses', wallets, programs }), 1_000);
    assertReadable(outputs);
    assert.is((statedIn(outputs)['match'] as { level: string }).level, 'L1');
    const url = observationsIn(outputs)[0]?.sourceUrl ?? '';
    assert.ok(url.endsWith(`_${listed.ticker}.json`), url);
  }
});

test.run();

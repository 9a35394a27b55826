/** Imports with bad lines, and imports that contradict each other or the log. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../schemas/values/evm.ts';
import { personalSign, testKey } from '../pipeline/registry/declarations.ts';
import { authorityLine, registryLines, testId, writeLines } from '../support/demo-world.ts';
import { logEnds } from '../support/raw-log.ts';
import type { Sandbox } from '../support/service.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';
import { giveFile, grown, variant } from './given-files.ts';

let shared: SharedService;
let sandbox: Sandbox;

/** Number of the first asset. */
const from = 4_000;
const [issuer = '', ...assetLines] = registryLines({ assets: 2, from });
const [asset = ''] = assetLines;
const written = (name: string, bytes: string | Buffer): string => giveFile(sandbox, name, bytes);

test.before(async () => {
  shared = await useSharedService();
  ({ sandbox } = shared);
  await sandbox.json(
    'registry',
    'import',
    writeLines(sandbox.directory, 'bad-imports.ndjson', [issuer, ...assetLines]),
  );
  await sandbox.idle();
});
test.after(() => shared.release());

test('every bad line of an import is reported with file, line and member, and nothing is appended', async () => {
  const before = await logEnds(sandbox.directory);
  const registry = written(
    'registry.ndjson',
    [
      variant(issuer, { partyId: 'circle' }),
      '{"type":"party",',
      variant(asset, { address: '0x12' }),
      '[]',
      variant(asset, { colour: 'red' }),
      variant(asset, { issuerId: testId('undeclared') }),
      '{"type":"thing"}',
      variant(issuer, { lei: '969500OYUDADGZKCR584' }),
      issuer,
    ].join('\n'),
  );
  const { code, stdout, stderr } = await sandbox.cli('registry', 'import', registry, '--json');
  assert.is(code, 1);
  const expected = [
    '1: partyId: "circle" is not a UUID',
    '2: is not valid JSON',
    '3: address: "0x12" is not an EVM address',
    '4: is not a JSON object',
    '5: colour: unknown member',
    '6: issuerId: there is no party',
    '7: type: "thing" is not one of',
    '8: lei: ',
  ];
  for (const line of expected) assert.ok(stderr.includes(`${registry}:${line}`), `${line}\n${stderr}`);
  assert.not.match(stderr, /:9:/, 'a good line is not blamed');
  assert.match(stderr, /nothing was appended/);
  assert.not.match(stderr, /\n\s+at /, 'no stack trace');

  const { appended, issues } = JSON.parse(stdout) as {
    readonly appended: number;
    readonly issues: readonly { readonly line: number }[];
  };
  assert.is(appended, 0);
  assert.equal(Object.keys(issues[0] ?? {}), ['kind', 'file', 'line', 'path', 'reason']);
  assert.equal(new Set(issues.map(({ line }) => line)), new Set([1, 2, 3, 4, 5, 6, 7, 8]));

  const good = authorityLine(from, 1, Date.parse('2026-02-01T00:00:00Z'));
  const observations = written(
    'observations.ndjson',
    [
      good,
      variant(good, { observedAt: '2026-02-30T00:00:00Z' }),
      variant(good, { observedAt: '2999-01-01T00:00:00Z' }),
      variant(good, { assetId: testId('nothing') }),
      variant(good, { field: 'colour' }),
      variant(good, { value: { type: 'owner', address: '0x1', accountType: 'regular' } }),
      variant(good, { fetchOutcome: 'great' }),
    ].join('\n'),
  );
  const observed = await sandbox.cli('observe', observations);
  assert.is(observed.code, 1);
  for (const line of [
    '2: observedAt',
    '3: observedAt',
    '4: assetId',
    '5: field',
    '6: value.address',
    '7: fetchOutcome',
  ]) {
    assert.ok(observed.stderr.includes(`${observations}:${line}`), `${line}\n${observed.stderr}`);
  }
  assert.equal(grown(before, await logEnds(sandbox.directory)), []);
});

/** An import file with a proof of the same challenge, under an id of its own. */
function proofFile(name: string, challenge: string): string {
  const { assetId } = JSON.parse(asset) as { readonly assetId: string };
  const { secret, address } = testKey(7);
  const line = {
    type: 'proof',
    proofId: testId(name),
    assetId,
    authority: { type: 'owner', address },
    method: { type: 'signature', scheme: 'eip191' },
    challenge,
    evidence: { signature: personalSign(challenge, secret) },
    provedAt: '2026-02-01T00:00:00Z',
  };
  return written(`${name}.ndjson`, JSON.stringify(line));
}

test('of two imports at the same time with one challenge, one succeeds, the other names the proof, and one proof is shown', async () => {
  const { assetId, address } = JSON.parse(asset) as { readonly assetId: string; readonly address: string };
  const rounds = [1, 2];
  const exportedProofs = async (): Promise<number> =>
    (await sandbox.cli('registry', 'export')).stdout.split('"type":"proof"').length - 1;
  const before = await exportedProofs();
  for (const round of rounds) {
    const named = `Asset: eip155:1/erc20:${toChecksumAddress(address)}\nAuthority: owner ${testKey(7).address}`;
    const challenge = `Round ${round}\n${named}\n`;
    const files = ['first', 'second'].map((name) => proofFile(`${name}-${round}`, challenge));
    const runs = await Promise.all(files.map((file) => sandbox.cli('registry', 'import', file)));
    const why = runs.map(({ stderr }) => stderr).join('');
    assert.equal(runs.map(({ code }) => code).sort(), [0, 1], why);
    assert.match(why, /belongs to proof [0-9a-f-]{36}/);
  }
  await sandbox.idle();
  const { stdout } = await sandbox.cli('topics', 'tail', 'asset.records', '--max', '1000000', '--json');
  const records = stdout
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          readonly value: { readonly assetId: string; readonly verifications: readonly unknown[] };
        },
    );
  const newest = records.filter(({ value }) => value.assetId === assetId).at(-1);
  assert.is(newest?.value.verifications.length, rounds.length);
  assert.is((await exportedProofs()) - before, rounds.length, 'what is exported can be imported');
});

test('an as-of before the last record of the same asset exits 2; unreadable files exit 2', async () => {
  const before = await logEnds(sandbox.directory);
  const again = written('again.ndjson', asset);
  const cases = [
    [['registry', 'import', again, '--as-of', '2020-01-01'], /again\.ndjson:1: .*2020-01-01/],
    [['registry', 'import', join(sandbox.directory, 'missing.ndjson')], /missing\.ndjson cannot be read/],
    [['observe', written('binary.ndjson', Buffer.from([0xff, 0xfe, 0x7b]))], /binary\.ndjson is not UTF-8/],
    [['registry', 'import', again, '--nonsense'], /unknown option '--nonsense'/],
  ] as const;
  for (const [command, sentence] of cases) {
    const { code, stdout, stderr } = await sandbox.cli(...command);
    assert.equal([code, stdout], [2, ''], `${command.join(' ')}: ${stderr}`);
    assert.match(stderr, sentence);
  }
  assert.equal(grown(before, await logEnds(sandbox.directory)), []);
});

test.run();

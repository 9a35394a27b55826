import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authorityLine, registryLines, testId, writeLines } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { toChecksumAddress } from '../../schemas/values/evm.ts';
import { personalSign, testKey } from '../pipeline/registry/declarations.ts';
import { logEnds, rawRecords, withEngine } from '../support/raw-log.ts';
import type { RunningService, Sandbox } from '../support/service.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';

let shared: SharedService;
let sandbox: Sandbox;
let service: RunningService;

/** Number of the first asset. */
const from = 4_000;
const [issuer = '', ...assetLines] = registryLines({ assets: 2, from });
const [asset = ''] = assetLines;
const variant = (line: string, members: object): string =>
  JSON.stringify({ ...(JSON.parse(line) as object), ...members });

const january29 = fixturePath('esma-emtwp', 'EMTWP-20260129.csv');
const january30 = fixturePath('esma-emtwp', 'EMTWP-20260130.csv');
const register = readFileSync(january30);

const written = (name: string, bytes: string | Buffer): string => {
  mkdirSync(join(sandbox.directory, 'given'), { recursive: true });
  const path = join(sandbox.directory, 'given', name);
  writeFileSync(path, bytes);
  return path;
};

type Ends = Awaited<ReturnType<typeof logEnds>>;

/** Topics that grew between two reads of the log. */
const grown = (before: Ends, after: Ends): readonly string[] =>
  Object.keys(after).filter((topic) => String(before[topic]) !== String(after[topic]));

const emtwp = (...files: readonly string[]): readonly string[] => [
  'feeds',
  'run',
  'esma-emtwp',
  ...files.flatMap((file) => ['--file', file]),
];

interface Run {
  readonly status: string;
  readonly reason: string | null;
  readonly forced: boolean;
  readonly rows: number;
  readonly added: number;
  readonly removed: number;
}

test.before(async () => {
  shared = await useSharedService();
  ({ sandbox, service } = shared);
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'world.ndjson', [issuer, ...assetLines]));
  await sandbox.json(...emtwp(january29), '--as-of', '2026-01-29');
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
  const exported = (await sandbox.cli('registry', 'export')).stdout;
  assert.is(exported.split('"type":"proof"').length - 1, rounds.length, 'what is exported can be imported');
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

test('a broken feed file is rejected with a reason, and only the run is recorded', async () => {
  const text = register.toString('utf8');
  const lines = text.split('\n');
  const cases = [
    ['cut.csv', register.subarray(0, 6_000), /cut\.csv ends inside a quoted cell: the file is cut off\. Line \d+\./],
    ['page.csv', '<!DOCTYPE html><html><body>Moved</body></html>', /page\.csv is an HTML or XML page, not CSV\./],
    ['empty.csv', '', /empty\.csv is empty/],
    ['latin.csv', Buffer.from(text, 'latin1'), /latin\.csv is not UTF-8: byte 0x[0-9A-F]{2} at line \d+/],
    [
      'rows.csv',
      lines.slice(0, 20).join('\n'),
      /rows\.csv: Its rows fell from 31 to \d+ \(\d.*%\); at most 20 % is accepted/,
    ],
    [
      'column.csv',
      text.replace('wp_comments', 'wp_remarks'),
      /lacks the column wp_comments\. It has wp_remarks instead/,
    ],
  ] as const;
  const before = await logEnds(sandbox.directory);
  for (const [name, bytes, sentence] of cases) {
    const { code, stdout, stderr } = await sandbox.cli(
      ...emtwp(written(name, bytes)),
      '--as-of',
      '2026-01-30',
      '--json',
    );
    const run = JSON.parse(stdout) as Run;
    assert.equal([code, run.status], [1, 'rejected'], name);
    assert.match(run.reason ?? '', sentence);
    assert.match(stderr, sentence, 'people read the same sentence');
  }
  await sandbox.idle();
  assert.equal(grown(before, await logEnds(sandbox.directory)), ['feed.captures', 'feed.runs']);
});

test('as-of: going back and other bytes at the same moment exit 2 without a capture, equal bytes are unchanged', async () => {
  const before = await logEnds(sandbox.directory);
  const refused = [
    [[...emtwp(january29), '--as-of', '2026-01-28'], /lies before the last accepted run of esma-emtwp/],
    [[...emtwp(january30), '--as-of', '2026-01-29'], /other bytes as of 2026-01-29/],
    [[...emtwp(january30), '--as-of', '2999-01-01'], /--as-of lies in the future/],
    [[...emtwp(january30, january30), '--as-of', '2026-01-30'], /two files of one snapshot have the same name/],
    [['feeds', 'run', 'esma-emtwp', '--as-of', '2026-01-30'], /--as-of belongs to --file/],
    [['feeds', 'run', 'esma-emt', '--file', january30], /no feed "esma-emt"; there are esma-emtwp, .*ofac-addresses/],
  ] as const;
  for (const [command, sentence] of refused) {
    const { code, stderr } = await sandbox.cli(...command);
    assert.is(code, 2, `${command.join(' ')}: ${stderr}`);
    assert.match(stderr, sentence);
  }
  assert.equal(grown(before, await logEnds(sandbox.directory)), []);
  const same = await sandbox.json<Run>(...emtwp(january29), '--as-of', '2026-01-29');
  assert.equal([same.status, same.rows, same.added], ['unchanged', 31, 0]);
});

test('--force passes the gates and the run records it; an unneeded --force leaves no mark', async () => {
  const short = written('short.csv', register.toString('utf8').split('\n').slice(0, 20).join('\n'));
  const refused = await sandbox.cli(...emtwp(short), '--as-of', '2026-01-31');
  assert.is(refused.code, 1);
  const forced = await sandbox.json<Run>(...emtwp(short), '--as-of', '2026-01-31', '--force');
  assert.equal([forced.status, forced.forced, forced.reason], ['accepted', true, null]);
  assert.ok(forced.rows < 31);
  const back = await sandbox.json<Run>(...emtwp(january30), '--as-of', '2026-02-01', '--force');
  assert.equal([back.status, back.forced, back.rows], ['accepted', false, 31]);
});

test('an undecodable record goes to the dead letters, and the records after it are folded', async () => {
  const assetId = testId(`asset-${from + 1}`);
  await sandbox.json(
    'observe',
    writeLines(sandbox.directory, 'first.ndjson', [authorityLine(from + 1, 1, 1_770_000_000_000)]),
  );
  const wrong = Buffer.from([0, 0, 0, 0, 99, 1, 2, 3]);
  const position = await withEngine(sandbox.directory, async (engine) => {
    const records = [wrong, Buffer.from('not a record')].map((value, index) => ({
      topic: 'observations' as const,
      key: assetId,
      value,
      timestamp: 1_770_000_100_000 + index,
      headers: { origin: Buffer.from('test') },
    }));
    return (await engine.log.append(records))[0];
  });
  await sandbox.json(
    'observe',
    writeLines(sandbox.directory, 'next.ndjson', [authorityLine(from + 1, 2, 1_770_000_200_000)]),
  );
  await sandbox.idle();
  interface Letter {
    readonly topic: string;
    readonly partition: number;
    readonly offset: number;
    readonly errorClass: string;
    readonly message: string;
    readonly processor: string;
    readonly time: string;
  }
  const letters = await sandbox.lines<Letter>('dead-letters', 'list');
  const ofDetect = letters.filter(({ processor }) => processor === 'detect');
  assert.equal(
    ofDetect.map(({ topic, partition, offset }) => [topic.replace('attestry.', ''), partition, offset]),
    [0, 1].map((step) => ['observations', position?.partition, (position?.offset ?? 0) + step]),
  );
  assert.ok(
    ofDetect.every(({ errorClass, message, time }) => errorClass !== '' && message !== '' && Date.parse(time) > 0),
  );
  const original = await withEngine(sandbox.directory, (engine) => rawRecords(engine, 'dead.letters'));
  assert.ok(
    original.some(({ value }) => value !== null && value.indexOf(wrong) >= 0),
    'the bytes are kept',
  );

  interface Tailed {
    readonly key: string;
    readonly value: { readonly authorities: readonly { readonly address: string }[] };
  }
  const records = await sandbox.lines<Tailed>('topics', 'tail', 'asset.records');
  const authorities = records.find(({ key }) => key === assetId)?.value.authorities ?? [];
  assert.ok(
    authorities.some(({ address }) => address.toLowerCase().endsWith((10_003).toString(16))),
    'the later reading counts',
  );
  assert.is((await fetch(`${service.httpUrl}/readyz`)).status, 200, 'two bad records stop no part');
  const replay = await sandbox.lines<{ readonly differing?: number }>('replay', 'detect', '--compare');
  assert.is(replay.at(-1)?.differing, 0);
});

test('all errors of the configuration are reported at once, exit 78', async () => {
  const bad = await sandbox.cliWith(
    {
      ATTESTRY_HTTP_PORT: 'x',
      ATTESTRY_LOG_LEVEL: 'loud',
      ATTESTRY_RATE_LIMIT: 'many',
      ATTESTRY_SIGNING_KEYS: 'k1:c2hvcnQ=',
      ATTESTRY_KAFKA_BROKERS: 'localhost:9092',
    },
    'status',
  );
  assert.equal([bad.code, bad.stdout], [78, '']);
  for (const name of ['HTTP_PORT', 'LOG_LEVEL', 'RATE_LIMIT', 'SIGNING_KEYS', 'KAFKA_BROKERS']) {
    assert.ok(bad.stderr.includes(`ATTESTRY_${name}`), name);
  }
  assert.not.match(bad.stderr, /c2hvcnQ/, 'a secret is not repeated');
  const file = written('a-file', '');
  for (const [settings, sentence] of [
    [{ ATTESTRY_DATA_DIR: file }, /ATTESTRY_DATA_DIR: .*a-file is not a directory/],
    [
      { ATTESTRY_DATA_DIR: join(sandbox.directory, 'other'), ATTESTRY_FEEDS: 'esma-emtwp,nope' },
      /ATTESTRY_FEEDS: no feed "nope"/,
    ],
  ] as const) {
    const { code, stderr } = await sandbox.cliWith(settings, 'up');
    assert.is(code, 78, stderr);
    assert.match(stderr, sentence);
  }
  const misspelt = await sandbox.cliWith({ ATTESTRY_HTTP_PRT: '1' }, 'config', 'print', '--json');
  assert.is(misspelt.code, 0);
  assert.match(misspelt.stderr, /ATTESTRY_HTTP_PRT is not a setting; the nearest is ATTESTRY_HTTP_PORT/);
  const printed = JSON.parse(misspelt.stdout) as readonly { readonly name: string; readonly origin: string }[];
  assert.is(printed.find(({ name }) => name === 'ATTESTRY_DATA_DIR')?.origin, 'environment');
  assert.is(printed.find(({ name }) => name === 'ATTESTRY_OPS_HOST')?.origin, 'default');
});

test('serve refuses a directory without a log, exit 78', async () => {
  const nowhere = { ATTESTRY_DATA_DIR: join(sandbox.directory, 'nowhere') };
  const { code, stderr } = await sandbox.cliWith(nowhere, 'serve');
  assert.is(code, 78);
  assert.match(stderr, /ATTESTRY_DATA_DIR: .*nowhere holds no log/);
});

test('unknown names exit 2 and tell where to find the names', async () => {
  const cases = [
    [['topics', 'tail', 'nope'], /topics list/],
    [['explain', 'register:nope'], /no change "register:nope"/],
    [['watch', 'add', '--tenant', 'nope', '--asset', 'nope'], /registry export/],
    [['frobnicate'], /unknown command 'frobnicate'/],
  ] as const;
  for (const [command, sentence] of cases) {
    const { code, stdout, stderr } = await sandbox.cli(...command);
    assert.equal([code, stdout], [2, ''], `${command.join(' ')}: ${stderr}`);
    assert.match(stderr, sentence);
  }
});

test.run();

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { demoFiles } from '../../demo/build.ts';
import { issuers } from '../../demo/issuers.ts';
import { recordedTokens } from '../../demo/recorded-contracts.ts';
import { recordedMints } from '../../demo/recorded-mints.ts';
import { decodeCassette } from '../../pipeline/chain/decode-cassette.ts';
import { parseCassette } from '../../pipeline/chain/cassette.ts';
import { keyText } from '../../pipeline/chain/solana/keys.ts';
import { madeUpTokens } from '../../demo/made-up.ts';
import { tokens } from '../../demo/tokens.ts';
import { planImport } from '../../pipeline/registry/import/plan-import.ts';
import { chainBySlug } from '../../schemas/values/chains.ts';
import { hasDtiCheckCharacter } from '../../schemas/values/dti.ts';
import { toChecksumAddress } from '../../schemas/values/evm.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';

type Step =
  | { readonly feed: string; readonly asOf: string; readonly files: readonly string[] }
  | { readonly chain: string; readonly cassette: string }
  | { readonly registry: string; readonly asOf: string }
  | { readonly observe: string }
  | { readonly document: string; readonly file: string; readonly asOf: string }
  | { readonly watch: string; readonly at: string };

const demo = new URL('../../demo/', import.meta.url);
const bytesOf = (file: string): Buffer => readFileSync(new URL(`files/${file}`, demo));
const { keyAt, address, steps } = JSON.parse(readFileSync(new URL('steps.json', demo), 'utf8')) as {
  readonly keyAt: string;
  readonly address: string;
  readonly steps: readonly Step[];
};
const filesOf = (step: Step): readonly string[] =>
  'feed' in step
    ? step.files
    : 'chain' in step
      ? [`${step.chain}/${step.cassette}`]
      : 'registry' in step
        ? [step.registry]
        : 'observe' in step
          ? [step.observe]
          : 'document' in step
            ? [step.file]
            : [];

const manifest = parse(bytesOf('MANIFEST.tsv'), { delimiter: '\t', columns: true, quote: null }) as readonly Record<
  'path' | 'sha256' | 'origin' | 'licence',
  string
>[];
const recorded = manifest.map(({ path }) => path);
const made = Object.keys(demoFiles());
const present = readdirSync(new URL('files', demo), { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.split('/demo/files/')[1] ?? '');

/** The newest recorded file of the register. */
const register = parse(bytesOf('esma-emtwp/EMTWP-20260821.csv'), {
  bom: true,
  columns: true,
  relax_column_count: true,
}) as readonly Record<string, string>[];
const identifiersOf = (column: string, lei: string): readonly string[] =>
  register.filter((row) => row['ae_lei'] === lei).flatMap((row) => (row[column] ?? '').split(/[\s|]+/));

for (const { path, sha256, origin, licence } of manifest) {
  test(`${path} is the recorded file`, () => {
    assert.is(sha256Hex(bytesOf(path)), sha256);
    assert.match(origin, /^https:\/\/github\.com\/[^/]+\/[^/]+\/blob\/[0-9a-f]{7,40}\/\S+$/);
    assert.ok(licence.length > 0);
  });
}

test('the files are exactly the recorded and the generated ones', () => {
  assert.equal([...present].sort(), ['MANIFEST.tsv', ...recorded, ...made].sort());
});

for (const [name, text] of Object.entries(demoFiles())) {
  test(`${name} matches the declarations`, () =>
    assert.ok(bytesOf(name).toString('utf8') === text, 'run `npx tsx demo/build.ts`'));
}

test('the registry can be imported', () => {
  const plan = planImport({
    files: [{ name: 'registry.ndjson', text: demoFiles()['registry.ndjson'] ?? '' }],
    asOf: Date.parse('2026-01-15T09:00:00Z'),
    now: Date.parse('2026-01-15T09:00:00Z'),
    registry: { parties: new Map(), assets: new Map() },
    signersOf: () => [],
    usedChallenges: new Map(),
  });
  assert.equal(plan.ok ? plan.counts : plan.issues, {
    parties: issuers.length,
    assets: tokens.length + recordedTokens.length + madeUpTokens().length,
    proofs: 1,
  });
});

for (const { id, legalName, name, lei, country } of issuers) {
  test(`issuer ${name} is labelled, and has either a real LEI or none`, () => {
    assert.match(name, / \(demo\)$/);
    if (lei === null) {
      assert.is(legalName, id === 'namesake' ? 'Sabalan Company' : name);
      return;
    }
    const rows = register.filter((row) => row['ae_lei'] === lei);
    assert.ok(rows.some((row) => row['ae_lei_name'] === legalName && row['ae_homeMemberState'] === country));
  });
}

for (const token of [...tokens, ...recordedTokens]) {
  test(`token ${token.symbol} on ${token.chain} has a source, and the identifiers of its register row`, () => {
    for (const url of [token.source, token.alsoAt ?? token.source]) assert.match(url, /^https:\/\/\S+$/);
    assert.is.not(token.alsoAt, token.source);
    const lei = issuers.find(({ id }) => id === token.issuer)?.lei ?? '';
    for (const ffg of token.ffg === undefined ? [] : [token.ffg]) {
      assert.ok(identifiersOf('ae_DTI_FFG', lei).includes(ffg), ffg);
    }
    for (const dti of token.dti ?? []) {
      assert.ok(hasDtiCheckCharacter(dti) && identifiersOf('ae_DTI', lei).includes(dti), dti);
    }
    if (chainBySlug(token.chain)?.encoding === 'evm') assert.is(token.address, toChecksumAddress(token.address));
  });
}

test('no two tokens share a chain and an address, or a symbol and a chain', () => {
  const all = [...tokens, ...recordedTokens, ...madeUpTokens()];
  assert.is(new Set(all.map(({ chain, address: at }) => `${chain} ${at}`)).size, all.length);
  assert.is(new Set(all.map(({ chain, symbol }) => `${chain} ${symbol}`)).size, all.length);
});

test('the steps name existing files, and each file is used', () => {
  const used = steps.flatMap(filesOf);
  for (const file of used) assert.ok(present.includes(file), file);
  assert.equal([...new Set(used)].sort(), [...recorded, ...made].sort());
});

test('the runs of a feed are in order of time, and each has the newest files of its date', () => {
  const newest = new Map<string, string>();
  for (const step of steps) {
    if (!('feed' in step)) continue;
    const asOf = Date.parse(step.asOf);
    assert.ok(asOf >= Date.parse(newest.get(step.feed) ?? '1900-01-01'), `${step.feed} ${step.asOf}`);
    newest.set(step.feed, step.asOf);
    for (const file of step.files) assert.ok(Date.parse(dateIn(file)) <= asOf, file);
    assert.ok(step.files.some((file) => step.asOf.startsWith(dateIn(file))));
  }
  assert.equal([...newest.keys()].sort(), ['esma-casps', 'esma-emtwp', 'ofac-addresses', 'un-sc']);
});

test('the key, the registry and the watches are dated before the first register file', () => {
  const first = steps.find((step) => 'feed' in step && step.feed === 'esma-emtwp');
  const limit = Date.parse(first !== undefined && 'feed' in first ? first.asOf : '');
  const before = steps.slice(0, first === undefined ? 0 : steps.indexOf(first));
  assert.ok(Date.parse(keyAt) < limit);
  assert.ok(before.some((step) => 'watch' in step && Date.parse(step.at) < limit));
  assert.ok(before.some((step) => 'registry' in step && Date.parse(step.asOf) < limit));
});

test('the cassettes hold the recorded accounts, and the program reads authorities from each', () => {
  for (const recordedMint of recordedMints) {
    const parsed = parseCassette(demoFiles()[`chain-solana/${recordedMint.name}`] ?? '');
    const decoded = parsed.ok ? decodeCassette(parsed.cassette) : parsed;
    if (!decoded.ok) throw new Error(recordedMint.name);
    const [state] = decoded.states;
    assert.is(state?.reading, 'stated', recordedMint.name);
    const holder = state?.facts.find(({ subjectKey }) => subjectKey === 'mint_authority')?.value;
    const key = Buffer.from(recordedMint.data, 'base64').subarray(4, 36);
    assert.is((holder as { readonly address: string }).address, keyText(key));
  }
});

test('the address to look up is that of a token', () => assert.ok(tokens.some((token) => token.address === address)));

test('the README names every token, every recorded file and its source', () => {
  const readme = readFileSync(new URL('README.md', demo), 'utf8');
  const all = [...tokens, ...recordedTokens];
  const named = [...all.map((token) => token.address), ...manifest.flatMap(({ path, sha256 }) => [path, sha256])];
  for (const text of named) assert.ok(readme.includes(`\`${text}\``), text);
  for (const url of [...all.map(({ source }) => source), ...manifest.map(({ origin }) => origin)]) {
    assert.ok(readme.includes(`(${url})`), url);
  }
});

/** The date in a recorded file's name, as YYYY-MM-DD. */
function dateIn(file: string): string {
  const [, year, month, day] = /-(\d{4})-?(\d{2})-?(\d{2})\./.exec(file) ?? [];
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}

test.run();

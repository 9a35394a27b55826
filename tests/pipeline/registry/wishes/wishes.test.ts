import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exportLines } from '../../../../pipeline/registry/export.ts';
import { describeIssue } from '../../../../pipeline/registry/import/issue.ts';
import { planImport } from '../../../../pipeline/registry/import/plan-import.ts';
import { type RegistrySnapshot, snapshotOf } from '../../../../pipeline/registry/snapshot.ts';
import { planWishes, type WishOptions } from '../../../../pipeline/registry/wishes/plan-wishes.ts';
import { formatOf, readWishes } from '../../../../pipeline/registry/wishes/read-wishes.ts';
import { newSlug } from '../../../../pipeline/registry/wishes/slugs.ts';
import { locateToken, withoutComment } from '../../../../pipeline/registry/wishes/token-lines.ts';
import { caip19OfWish } from '../../../../pipeline/registry/wishes/wish.ts';
import type { Output } from '../../../../pipeline/runtime/processor.ts';
import type { RegistryAsset } from '../../../../schemas/generated/records.ts';
import { chainBySlug, chains } from '../../../../schemas/values/chains.ts';
import { assetIdOf } from '../../../../schemas/values/registry-ids.ts';
import { textLines } from '../../../../schemas/values/text-lines.ts';
import { hasSharedData, sharedFiles, sharedText } from '../../../support/shared-data.ts';
import { runsOf } from '../../../support/runs.ts';
import { assetLine, caip19, partyLine, request, tokenAddress, uuid } from '../declarations.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const usual: WishOptions = { format: null, chain: null, issuer: null, update: false, strict: false };
const empty = snapshotOf([], []);
const chainOf = (number: number): string => `chain ${number}`;

interface ImportRun {
  readonly issues: readonly string[];
  readonly records: readonly Output[];
  readonly registry: RegistrySnapshot;
  readonly plan: ReturnType<typeof planWishes>;
}

/** What an import of files would do. */
function importOf(
  files: Readonly<Record<string, string>>,
  registry: RegistrySnapshot = empty,
  options: Partial<WishOptions> = {},
): ImportRun {
  const given = Object.entries(files).map(([name, text]) => ({ name, text }));
  const plan = planWishes(given, registry, { ...usual, ...options });
  const checked = planImport(request([], { files: plan.files, registry }));
  const issues = [...plan.issues, ...(checked.ok ? [] : checked.issues.map(plan.placed))].map(describeIssue);
  const records = checked.ok && issues.length === 0 ? checked.records : [];
  return { issues, records, registry: after(registry, records), plan };
}

const after = (registry: RegistrySnapshot, records: readonly Output[]): RegistrySnapshot =>
  snapshotOf(
    [
      ...registry.parties.values(),
      ...records.flatMap((one) => (one.topic === 'registry.parties' ? [{ value: one.value, recordTime: 0 }] : [])),
    ],
    [
      ...registry.assets.values(),
      ...records.flatMap((one) => (one.topic === 'registry.assets' ? [{ value: one.value, recordTime: 0 }] : [])),
    ],
  );

const registryOf = (...lines: readonly object[]): RegistrySnapshot =>
  importOf({ lines: lines.map((line) => JSON.stringify(line)).join('\n') }).registry;
const assetsIn = ({ records }: ImportRun): readonly RegistryAsset[] =>
  records.flatMap((one) => (one.topic === 'registry.assets' ? [one.value] : []));

const usdc = { chainId: 1, address: tokenAddress.toLowerCase(), name: 'USD Coin', symbol: 'USDC', decimals: 6 };
const listOf = (...tokens: readonly object[]): string => JSON.stringify({ name: 'List', tokens });

test('a token of a list becomes an asset with derived ids, in its stored form', () => {
  const logo = 'https://issuer.example/usdc.png';
  const imported = importOf({
    'list.json': listOf({ ...usdc, logoURI: logo, extensions: { bridgeInfo: {} }, tags: ['x'] }),
  });
  assert.equal(imported.issues, []);
  const [asset] = assetsIn(imported);
  assert.equal(
    [asset?.assetId, asset?.slug, asset?.chain, asset?.address, asset?.standard, asset?.decimals],
    [assetIdOf(caip19), 'usdc-ethereum', 'ethereum', tokenAddress, 'erc20', 6],
  );
  assert.equal([asset?.name, asset?.image], ['USD Coin', { url: logo, copyrightConfirmed: false }]);
  assert.equal([asset?.issuerId, asset?.parties, asset?.verifiedAt], [null, [], null]);
});

test('the form of a file is recognised by its content', () => {
  const forms: readonly (readonly [text: string, form: string])[] = [
    [listOf(usdc), 'token-list'],
    [`\uFEFF${JSON.stringify([usdc], null, 2)}`, 'token-list'],
    [JSON.stringify(assetLine(1)), 'ndjson'],
    [`${JSON.stringify(partyLine(1))}\n${JSON.stringify(assetLine(1))}`, 'ndjson'],
    ['\uFEFFcaip19;name\n', 'csv'],
    ['Chain,"Address",Symbol\n', 'csv'],
    ['address\n0x', 'csv'],
    [`# mine\n\n${tokenAddress}`, 'list'],
    [`https://etherscan.io/token/${tokenAddress} # USDC`, 'list'],
    ['', 'ndjson'],
    ['nonsense', 'ndjson'],
  ];
  for (const [text, form] of forms) assert.is(formatOf(text), form, text);
});

test('a CSV may begin with empty lines, whatever its separator', () => {
  for (const separator of [',', ';', '\t']) {
    const header = ['address', 'chain', 'name', 'symbol', 'decimals'].join(separator);
    const row = [tokenAddress, 'Ethereum', 'USD Coin', 'USDC', '6'].join(separator);
    const { issues, records } = importOf({ 'a.csv': `\uFEFF\r\n\r\n${header}\r\n${row}\r\n` });
    assert.equal([issues, records.length], [[], 1], separator);
  }
});

test('a CSV with any separator states the same', () => {
  const rows = [
    ['caip19', 'name', 'symbol', 'decimals', 'website', 'whitepaper', 'regimes', 'token'],
    [
      caip19,
      'USD Coin, "the"',
      'USDC',
      '6',
      'https://circle.example/',
      'https://circle.example/wp',
      'MICA_EMT',
      'usdc',
    ],
  ];
  const made = [',', ';', '\t'].map((separator) => {
    const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator));
    const imported = importOf({ 'tokens.csv': `\uFEFF${quoted.join('\r\n')}\r\n` });
    assert.equal(imported.issues, []);
    return assetsIn(imported);
  });
  assert.equal(made[0], made[1]);
  assert.equal(made[0], made[2]);
  const [asset] = made[0] ?? [];
  assert.equal([asset?.name, asset?.regimes, asset?.token], ['USD Coin, "the"', ['MICA_EMT'], 'usdc']);
  assert.equal(asset?.sources, [
    { sourceId: 'whitepaper', url: 'https://circle.example/wp', kind: 'whitepaper', extractor: 'white-paper' },
  ]);
});

test('errors name the place, and one bad entry prevents the import', () => {
  const bad = listOf(
    usdc,
    { ...usdc, address: '0x1' },
    { ...usdc, address: `0x${'1'.repeat(40)}`, symbol: 'B', decimals: 300 },
  );
  const { issues, records } = importOf({ 'list.json': bad });
  assert.is(issues.length, 2);
  assert.match(issues[0] ?? '', /^list\.json: tokens\[1\] USDC: address: "0x1" is not an EVM address/);
  assert.match(issues[1] ?? '', /^list\.json: tokens\[2\] B: decimals: 300 /);
  assert.equal(records, []);
  const csv = `address,chain,name,symbol\n${tokenAddress},ethereum,USD Coin,\n,base,B,B\n`;
  const rows = importOf({ 'a.csv': csv }).issues;
  assert.match(rows[0] ?? '', /^a\.csv: line 3 B: address: is missing, and so is caip19$/);
  assert.match(rows[1] ?? '', /^a\.csv: line 2: symbol: is missing$/);
  assert.match(
    importOf({ 'a.csv': 'address,colour\n' }).issues[0] ?? '',
    /^a\.csv: line 1: the column "colour" is unknown/,
  );
  assert.match(
    importOf({ l: `${tokenAddress} and more` }, empty, { format: 'list' }).issues[0] ?? '',
    /^l: line 1: has more than/,
  );
  assert.match(importOf({ l: tokenAddress }).issues[0] ?? '', /^l: line 1: "0xA0.*" has no chain: /);
  assert.match(importOf({ l: '{"a":1}' }, empty, { format: 'token-list' }).issues[0] ?? '', /^l: is no token list/);
});

test('what no line may have is refused at its place, however often the token is stated', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const cases: readonly (readonly [members: string, issue: RegExp])[] = [
    ['"name":"\\ud800"', /^a: tokens\[0\]: name: has a character that cannot be written as UTF-8/],
    ['"decimals":1e999', /^a: tokens\[0\]: decimals: is too large a number/],
    ['"name":{"a":[1e999]}', /^a: tokens\[0\]: name\.a\[0\]: is too large a number/],
    [`"name":${deep}`, /^a: tokens\[0\]: name: is nested deeper than 32 levels/],
    ['"name":"USD\\nCoin"', /^a: tokens\[0\]: name: has the control character U\+000A/],
  ];
  const registry = registryOf(assetLine(1, { name: 'USD Coin', symbol: 'USDC' }));
  for (const [members, issue] of cases) {
    const entry = `{"chainId":1,"address":"${tokenAddress}",${members}}`;
    for (const known of [empty, registry]) {
      const { issues, records } = importOf({ a: `[${entry},${entry}]` }, known);
      assert.match(issues[0] ?? '', issue);
      assert.equal(records, []);
    }
  }
});

test('a plain list has no names, and states so of each token that is not registered', () => {
  const chain = chainBySlug('ethereum') ?? null;
  const { issues } = importOf({ l: `${tokenAddress}\n` }, empty, { chain });
  assert.equal(issues, ['l: line 1: name: is missing', 'l: line 1: symbol: is missing']);
  const registry = registryOf(assetLine(1));
  const again = importOf({ l: `${tokenAddress}\nhttps://etherscan.io/token/${tokenAddress}\n` }, registry, { chain });
  assert.equal([again.issues, again.records, again.plan.unchanged], [[], [], [uuid(101)]]);
});

test('an unknown chain is skipped and counted, or refused', () => {
  const list = listOf(usdc, { ...usdc, chainId: 42 }, { ...usdc, chainId: 42 }, { ...usdc, chainId: 5 });
  const { issues, plan } = importOf({ 'list.json': list });
  assert.equal(
    [issues, [...plan.skipped]],
    [
      [],
      [
        [chainOf(42), 2],
        [chainOf(5), 1],
      ],
    ],
  );
  assert.equal(importOf({ 'list.json': list }, empty, { strict: true }).issues, [
    `list.json: 2 of ${chainOf(42)}, which is not supported`,
    `list.json: 1 of ${chainOf(5)}, which is not supported`,
  ]);
});

test('equal repeats count once, a logo aside; differing ones are errors that name each member', () => {
  const logo = (name: string): object => ({ ...usdc, logoURI: `https://logos.example/${name}.png` });
  const repeats = importOf({ a: listOf(usdc, usdc), b: listOf(logo('one')), c: listOf(logo('two')) });
  assert.equal(repeats.issues, []);
  assert.equal(
    assetsIn(repeats).map(({ image }) => image?.url),
    ['https://logos.example/one.png'],
    'the first published logo',
  );
  const other = listOf({ ...usdc, name: 'Other', symbol: 'OTHER', decimals: 7 });
  assert.equal(importOf({ a: listOf(usdc), b: other }).issues, [
    'b: tokens[0] OTHER: name: is "Other" here, "USD Coin" at a: tokens[0] USDC',
    'b: tokens[0] OTHER: symbol: is "OTHER" here, "USDC" at a: tokens[0] USDC',
    'b: tokens[0] OTHER: decimals: is 7 here, 6 at a: tokens[0] USDC',
  ]);
  const csv = `chain,address,name,symbol,decimals,issuer\nethereum,${tokenAddress},USD Coin,USDC,6,Circle\n`;
  assert.equal(importOf({ a: listOf(usdc), c: csv }).issues, [
    'c: line 2 USDC: issuer: is "Circle" here, none at a: tokens[0] USDC',
  ]);
  const plain = `https://etherscan.io/token/${tokenAddress}\n`;
  assert.equal(importOf({ a: listOf(usdc), l: plain }).issues.length, 3);
});

test('registered ids win, what differs is stated, and only --update changes it', () => {
  const registry = registryOf(assetLine(1, { name: 'USD Coin', symbol: 'USDC' }));
  const same = importOf({ a: listOf(usdc) }, registry);
  assert.equal([same.records, same.plan.unchanged, same.plan.differs], [[], [uuid(101)], []]);
  const list = listOf({ ...usdc, name: 'Renamed' });
  const differing = importOf({ a: list }, registry);
  const [difference] = differing.plan.differs;
  assert.equal([difference?.member, difference?.registered, difference?.stated], ['name', 'USD Coin', 'Renamed']);
  assert.equal(differing.records, []);
  const updated = importOf({ a: list }, registry, { update: true });
  const [asset] = assetsIn(updated);
  assert.equal([asset?.assetId, asset?.name, asset?.slug], [uuid(101), 'Renamed', 'asset-1']);
  assert.equal(importOf({ a: list }, updated.registry, { update: true }).records, []);
});

test('FD-6 nothing is removed by absence; a withdrawn asset stays withdrawn unless its status is stated', () => {
  const registry = registryOf(assetLine(1, { name: 'USD Coin', symbol: 'USDC', status: 'withdrawn' }), assetLine(2));
  assert.equal(importOf({ a: listOf(usdc) }, registry, { update: true }).records, []);
  const csv = `address,chain,status\n${tokenAddress},ethereum,active\n`;
  const [asset] = assetsIn(importOf({ a: csv }, registry, { update: true }));
  assert.equal([asset?.assetId, asset?.status], [uuid(101), 'active']);
});

test('an issuer is named and not linked; naming another ends the link and the decision about it', () => {
  const party = { ...partyLine(1), name: 'Circle Ltd', lei: '969500OYUDADGZKCR583', kyi: { status: 'verified' } };
  const registry = registryOf(party, partyLine(2));
  for (const issuer of ['969500OYUDADGZKCR583', 'circle  LTD', uuid(1)]) {
    const [asset] = assetsIn(importOf({ a: listOf(usdc) }, registry, { issuer }));
    assert.equal([asset?.issuerId, asset?.parties], [null, [{ partyId: uuid(1), role: 'issuer' }]]);
  }
  assert.match(
    importOf({ a: listOf(usdc) }, registry, { issuer: 'Nobody' }).issues[0] ?? '',
    /^a: tokens\[0\] USDC: issuer: no party "Nobody"/,
  );
  const linked = registryOf(
    party,
    partyLine(2),
    assetLine(1, { name: 'USD Coin', symbol: 'USDC', issuerId: uuid(1), vouched: { by: 'b', why: 'w' } }),
  );
  assert.equal(importOf({ a: listOf(usdc) }, linked, { issuer: uuid(1), update: true }).records, []);
  const [other] = assetsIn(importOf({ a: listOf(usdc) }, linked, { issuer: uuid(2), update: true }));
  assert.equal([other?.issuerId, other?.vouched, other?.parties], [null, null, [{ partyId: uuid(2), role: 'issuer' }]]);
});

test('the issuers of a long list are found without reading every party again for each token', () => {
  const [parties, tokens] = [30, 40];
  const registry = registryOf(...Array.from({ length: parties }, (_, index) => partyLine(index + 1)));
  let read = 0;
  const counted = new Map(
    [...registry.parties].map(([id, { value, recordTime }]) => {
      const party = new Proxy(value, {
        get: (target, member) => {
          if (member === 'aliases') read += 1;
          return Reflect.get(target, member) as unknown;
        },
      });
      return [id, { value: party, recordTime }] as const;
    }),
  );
  const row = (index: number): string => `0x${String(index).padStart(40, '0')},base,T,T,party ${(index % parties) + 1}`;
  const csv = ['address,chain,name,symbol,issuer', ...Array.from({ length: tokens }, (_, index) => row(index))];
  const { files, issues } = planWishes([{ name: 'a', text: csv.join('\n') }], { ...registry, parties: counted }, usual);
  assert.equal([issues, files[0]?.text.split('\n').length], [[], tokens]);
  assert.is(read, parties);
});

test('slugs: symbol and chain, then the issuer, then the address', () => {
  const slugOf = (symbol: string, issuer: string | null, ...taken: readonly string[]): string =>
    newSlug({ symbol, chain: 'base', address: tokenAddress, issuer }, new Set(taken));
  assert.is(slugOf('USDC.e', null), 'usdce-base');
  assert.is(slugOf('ÉUR', null), 'eur-base');
  assert.is(slugOf('₮', 'Tether & Co'), 'base-tetherco');
  assert.is(slugOf('₮', null), 'base-06eb48');
  assert.is(slugOf('USDC', 'Circle', 'usdc-base'), 'usdc-base-circle');
  assert.is(slugOf('USDC', 'Circle', 'usdc-base', 'usdc-base-circle'), 'usdc-base-circle-06eb48');
  assert.is(slugOf('USDC', null, 'usdc-base'), 'usdc-base-06eb48');
});

test('currencies of one issuer that differ in letter case alone have slugs of their own', () => {
  const codes = ['usd', 'usD', 'uSd', 'uSD', 'Usd', 'UsD', 'USd', 'USD'];
  const rows = codes.map((code) => `${code}.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De,xrpl,${code},${code}`);
  const imported = importOf({ a: ['address,chain,name,symbol', ...rows].join('\n') });
  assert.equal(imported.issues, []);
  assert.is(new Set(assetsIn(imported).map(({ slug }) => slug)).size, codes.length);
  assert.is(assetsIn(imported).at(-1)?.slug, 'usd-xrpl-usdrmxckbedwqr76quhesumdegf4b9xj8m5de-6');
});

test('twice is nothing new, and what was exported imports as the same', () => {
  const token = fc.record({
    chainId: fc.constantFrom(1, 8453, 43114),
    address: fc.stringMatching(/^0x[0-9a-f]{40}$/),
    name: fc.constantFrom('One', 'Two', 'Three'),
    symbol: fc.constantFrom('ONE', 'TWO', '₮'),
    decimals: fc.nat(18),
  });
  const tokens = fc.uniqueArray(token, { selector: ({ chainId, address }) => `${chainId} ${address}`, maxLength: 6 });
  fc.assert(
    fc.property(tokens, (list) => {
      const first = importOf({ a: listOf(...list) });
      assert.equal(first.issues, []);
      assert.is(assetsIn(first).length, list.length);
      assert.equal(importOf({ a: listOf(...[...list].reverse()) }, first.registry, { update: true }).records, []);
      const lines = [...exportLines({ parties: [], assets: assetsIn(first), proofs: [] })].join('\n');
      assert.equal(importOf({ lines }).records, first.records);
    }),
    { numRuns: runsOf(30) },
  );
});

/** Published token lists, which the tree does not have for their licences. */
const lists = hasSharedData('tokens')
  ? sharedFiles('tokens').map((path) => ({ name: path.split('/').at(-1) ?? path, text: sharedText(path) }))
  : [];

if (lists.length > 0) {
  test('FD-6 published lists: counts, skipped chains, bad entries by place; again nothing new', () => {
    const counts = { tokens: 0, skipped: 0 };
    const assets = new Set<string>();
    const bad: string[] = [];
    for (const { name, text } of lists) {
      const imported = importOf({ [name]: text });
      bad.push(...imported.issues);
      counts.tokens += imported.plan.tokens;
      for (const count of imported.plan.skipped.values()) counts.skipped += count;
      for (const { assetId } of assetsIn(imported)) assets.add(assetId);
      assert.equal(importOf({ [name]: text }, imported.registry).records, [], name);
    }
    assert.equal([counts, assets.size], [{ tokens: 419, skipped: 11 }, 407]);
    assert.is(bad.length, 2);
    assert.match(bad[0] ?? '', /^invaliddecimals\.1\.tokenlist\.json: tokens\[0\] abc: decimals: 256 /);
    assert.match(
      bad[1] ?? '',
      /^invalidtokenaddress\.tokenlist\.json: tokens\[0\] abc: address: .* is not an EVM address/,
    );
    const big = lists.find(({ name }) => name === 'bigexample.tokenlist.json');
    const { plan } = importOf({ big: big?.text ?? '' });
    assert.equal([...plan.skipped].sort(), [
      [chainOf(3), 2],
      [chainOf(4), 3],
      [chainOf(42), 3],
      [chainOf(5), 1],
    ]);
  });
}

test('a TOKEN of any text names one place in its stored form, or has a reason', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.constantFrom(...[tokenAddress, caip19, 'https://etherscan.io/token/', 'https://', 'eip155:8453/erc20:', 'base']),
    fc.constantFrom(
      ...['ethereum:', '#', ' ', '%', '/', ':', 'xrpl:0/token:USD.', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De'],
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom(null, ...chains), (pieces, fallback) => {
      const text = pieces.join('');
      const at = locateToken(text, fallback);
      if ('chain' in at) assert.equal(locateToken(caip19OfWish(at), null), at, text);
      else assert.ok('skipped' in at ? at.skipped : at.reason);
    }),
  );
});

test('a list of any lines is read whole: each is a token, skipped, or an error at its line', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(tokenAddress, caip19, 'eip155:5/erc20:0x1', '# x', ''),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const text = lines.join('\n');
      const { wishes, skipped, issues } = readWishes(text, 'list', null);
      const count = wishes.length + issues.length + [...skipped.values()].reduce((sum, one) => sum + one, 0);
      assert.is(count, [...textLines(text)].filter((one) => withoutComment(one) !== '').length, JSON.stringify(text));
    }),
  );
});

test.run();

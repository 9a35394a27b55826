import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeIssue } from '../../../pipeline/registry/import/issue.ts';
import { type ImportRequest, planImport } from '../../../pipeline/registry/import/plan-import.ts';
import { snapshotOf } from '../../../pipeline/registry/snapshot.ts';
import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { assetLine, partyLine, request, tokenAddress, ulid, uuid } from './declarations.ts';

type Over = Readonly<Record<string, unknown>>;

const issuesOf = (lines: readonly unknown[], over: Partial<ImportRequest> = {}): readonly string[] => {
  const plan = planImport(request(lines, over));
  return plan.ok ? [] : plan.issues.map(({ path, reason }) => `${path}: ${reason}`);
};

const textIssues = (text: string): readonly string[] => {
  const plan = planImport(request([], { files: [{ name: 'a', text }] }));
  return plan.ok ? [] : plan.issues.map(describeIssue);
};

function recordsOf(lines: readonly unknown[], over: Partial<ImportRequest> = {}) {
  const plan = planImport(request(lines, over));
  assert.ok(plan.ok, plan.ok ? '' : plan.issues.map(describeIssue).join('\n'));
  return plan.records;
}

const importedParty = (over: Over): RegistryParty => {
  const [record] = recordsOf([partyLine(1, over)]);
  assert.ok(record?.topic === 'registry.parties');
  return record.value;
};
const importedAsset = (over: Over): RegistryAsset => {
  const [record] = recordsOf([assetLine(1, over)]);
  assert.ok(record?.topic === 'registry.assets');
  return record.value;
};

const partyRefusals: readonly (readonly [over: Over, issue: RegExp])[] = [
  [{ partyId: 'p' }, /^partyId: "p" is not a UUID$/],
  [{ partyId: undefined }, /^partyId: is missing$/],
  [{ did: `8${ulid(1).slice(1)}` }, /^did: .* is not a ULID/],
  [{ did: ulid(1).replace('J', 'U') }, /^did: /],
  [{ name: '' }, /^name: must not be empty$/],
  [{ name: null }, /^name: null is not string$/],
  [{ lei: '969500OYUDADGZKCR584' }, /^lei: .* valid check digit/],
  [{ lei: '969500OYUDADGZKCR583.' }, /^lei: /],
  [{ country: 'EL' }, /^country: "EL" is not a country code/],
  [{ country: 'fr' }, /^country: /],
  [{ wallets: ['0x1'] }, /^wallets\[0\]: .* CAIP-10/],
  [{ wallets: ['eip155:1:0x1234'] }, /^wallets\[0\]: /],
  [{ wallets: ['cosmos:hub:cosmos1abc'] }, /^wallets\[0\]: .* in one of the namespaces eip155, solana/],
  [{ wallets: [`bip122:000000000019d6689c085ae165831e93:${tokenAddress}`] }, /^wallets\[0\]: /],
  [{ wallets: [`eip155:1:${tokenAddress.replace('A0b8', 'a0b8')}`] }, /^wallets\[0\]: .*wrong EIP-55 checksum/],
  [{ isins: ['US037833100'] }, /^isins\[0\]: .*ISO 6166/],
  [{ isins: ['US0378331005', 'US0378331005'] }, /^isins: has the same item twice$/],
  [{ kyi: { status: 'passed' } }, /^kyi.status: "passed" is not one of: verified, pending, rejected, revoked, none$/],
  [{ kyi: { status: 'none', by: 'me' } }, /^kyi.by: unknown member$/],
  [{ kyi: { at: null } }, /^kyi.status: is missing$/],
  [{ kyb: { verified: 'yes' } }, /^kyb.verified: "yes" is not boolean$/],
  [{ kyi: { status: 'verified', at: '2026-02-30T00:00:00Z' } }, /^kyi.at: .* is not an ISO 8601/],
  [{ aliases: 'x' }, /^aliases: "x" is not array or null$/],
  [{ nickname: 'x' }, /^nickname: unknown member$/],
  [{ '': 'x' }, /^"": unknown member$/],
  [{ kyi: { status: 'none', '': 'x' } }, /^kyi\."": unknown member$/],
  [{ kind: 'ship' }, /^kind: /],
  [{ birthYear: 1970 }, /^birthYear: is of a person/],
  [{ name: '\ud800' }, /^name: .*lone surrogate/],
  [{ aliases: ['ok', '\udfff'] }, /^aliases\[1\]: .*lone surrogate/],
];
for (const [over, issue] of partyRefusals) {
  test(`party refused: ${JSON.stringify(over)}`, () => {
    const issues = issuesOf([partyLine(1, over)]);
    assert.is(issues.length, 1);
    assert.match(issues[0] ?? '', issue);
  });
}

const solana = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R';
const assetRefusals: readonly (readonly [over: Over, issue: RegExp, rule?: string])[] = [
  [{ chain: 'bitcoin' }, /^chain: "bitcoin" is not one of: ethereum, base/],
  [{ address: '0x1' }, /^address: .* not an EVM address/],
  [
    { address: tokenAddress.replace('B48', 'b48').replace('eB48', 'eb48') },
    /^address: .*wrong EIP-55 checksum.*0xA0b8/,
  ],
  [{ standard: 'erc1155' }, /^standard: erc1155 is not accepted: one contract of it has many tokens/, 'A-56'],
  [{ standard: 'erc-1155' }, /^standard: erc-1155 is not accepted: one contract of it has many tokens/, 'A-56'],
  [{ attestationAddress: 'a word' }, /^attestationAddress: .*is not an EVM address/, 'A-22'],
  [
    { attestationAddress: tokenAddress.replace('A0b8', 'a0b8') },
    /^attestationAddress: .*wrong EIP-55 checksum/,
    'A-22',
  ],
  [{ chain: 'solana', address: tokenAddress, standard: 'token' }, /^address: .* not a Solana address/],
  [{ chain: 'solana', address: solana.toLowerCase(), standard: 'token' }, /^address: /],
  [{ chain: 'xrpl', address: 'USD', standard: 'token' }, /^address: .*CUR.rIssuer/],
  [{ chain: 'xrpl', address: 'USD.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5DX', standard: 'token' }, /^address: .*CUR.rIssuer/],
  [{ chain: 'xrpl', address: 'XRP.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', standard: 'token' }, /^address: .*CUR.rIssuer/],
  [{ standard: 'slip44' }, /^address: .*SLIP-44/],
  [{ standard: 'ERC20' }, /^standard: .*CAIP-19/],
  [{ slug: 'USD Coin' }, /^slug: /],
  [{ decimals: -1 }, /^decimals: -1 must be >= 0$/],
  [{ decimals: 6.5 }, /^decimals: 6.5 is not integer or null$/],
  [{ websiteUrl: 'http://issuer.example' }, /^websiteUrl: .*https URL/],
  [{ websiteUrl: 'https://user:secret@issuer.example' }, /^websiteUrl: .*https URL/],
  [{ websiteUrl: 'https://' }, /^websiteUrl: .*https URL/],
  [{ image: { url: 'https://issuer.example/i.png' } }, /^image.copyrightConfirmed: is missing$/],
  [{ identifiers: { dti: ['ABC'] } }, /^identifiers.dti\[0\]: .*ISO 24165/],
  [{ identifiers: { lei: [] } }, /^identifiers.lei: unknown member$/],
  [{ token: '' }, /^token: /],
  [{ token: 'x'.repeat(65) }, /^token: .*64/],
  [{ regimes: ['MICA'] }, /^regimes\[0\]: "MICA" is not one of: MICA_EMT/],
  [{ parties: [{ partyId: uuid(1), role: 'friend' }] }, /^parties\[0\].role: "friend" is not one of: issuer/],
  [{ parties: [{ partyId: uuid(1), role: 'custodian' }] }, /^parties\[0\].partyId: there is no party/],
  [{ issuerId: uuid(1) }, /^issuerId: there is no party .*, neither in the registry nor in this import$/],
  [{ status: 'paused' }, /^status: "paused" is not one of: active, withdrawn$/],
  [{ verifiedAt: '2026-01-01' }, /^verifiedAt: /],
  [
    { sources: [{ sourceId: 'paper', url: 'https://a.example', kind: 'pdf', extractor: 'x' }] },
    /^sources\[0\].kind: "pdf" is not one of: whitepaper/,
  ],
];
for (const [over, issue, rule = ''] of assetRefusals) {
  test(`${rule} asset refused: ${JSON.stringify(over)}`.trim(), () => {
    const issues = issuesOf([assetLine(1, over)]);
    assert.is(issues.length, 1);
    assert.match(issues[0] ?? '', issue);
  });
}

const decision = { by: 'Compliance', why: 'file 7 of 2026', evidence: ['https://issuer.example/kyi'] };

test('a decision is recorded with name, reason and references to evidence', () => {
  assert.equal(importedAsset({ vouched: decision }).vouched, decision);
  assert.equal(importedParty({ vouched: { by: 'MLRO', why: 'w', evidence: null } }).vouched?.evidence, []);
  const forms = [
    `file:sha256:${'a'.repeat(64)}:file 7.pdf`,
    'https://issuer.example/kyi',
    'register:esma-emtwp:549300NQKYU1HSBYOU54/1',
    `proof:${uuid(1)}`,
  ];
  assert.equal(importedParty({ vouched: { ...decision, evidence: forms } }).vouched?.evidence, forms);
  const refused = (vouched: object): string | undefined => issuesOf([assetLine(1, { vouched })])[0];
  assert.match(refused({ by: 'x' }) ?? '', /^vouched.why: is missing$/);
  assert.match(refused({ ...decision, by: '' }) ?? '', /^vouched.by: must not be empty$/);
  const twenty = Array.from({ length: 20 }, (_, index) => `https://issuer.example/${index}`);
  assert.is(refused({ ...decision, evidence: twenty }), undefined);
  assert.match(refused({ ...decision, evidence: [...twenty, 'https://a.example/'] }) ?? '', /more than 20 items$/);
  for (const wrong of ['http://issuer.example', 'file:sha256:abc:x', 'register:esma-emtwp', 'proof:1', 'a letter']) {
    assert.match(refused({ ...decision, evidence: [wrong] }) ?? '', /^vouched.evidence\[0\]: .* is not file:sha256/);
  }
});

test('a decision is void when the line links another issuer and has no decision of its own', () => {
  const parties = [partyLine(1), partyLine(2)];
  const records = recordsOf([...parties, assetLine(1, { issuerId: uuid(1), vouched: decision })]);
  const registry = snapshotOf(
    records.flatMap((one) => (one.topic === 'registry.parties' ? [{ value: one.value, recordTime: 0 }] : [])),
    records.flatMap((one) => (one.topic === 'registry.assets' ? [{ value: one.value, recordTime: 0 }] : [])),
  );
  const vouchedOf = (over: Over): unknown => {
    const [record] = recordsOf([assetLine(1, over)], { registry });
    return record?.topic === 'registry.assets' ? record.value.vouched : undefined;
  };
  assert.equal(vouchedOf({ issuerId: uuid(1), vouched: decision, name: 'Other' }), decision);
  assert.is(vouchedOf({ issuerId: uuid(2), vouched: decision }), null);
  assert.is(vouchedOf({ issuerId: null, vouched: decision }), null);
  const another = { ...decision, why: 'file 8 of 2026' };
  assert.equal(vouchedOf({ issuerId: uuid(2), vouched: another }), another);
});

test('a source id that is given twice is refused', () => {
  const source = { sourceId: 'paper', url: 'https://a.example', kind: 'page', extractor: 'x' };
  const issues = issuesOf([assetLine(1, { sources: [source, { ...source, url: 'https://b.example' }] })]);
  assert.equal(issues, ['sources[1].sourceId: "paper" is the id of an earlier source, too']);
});

test('lines that are no JSON objects, or of no known type, are named by file and line', () => {
  const text = `{"type":"party"\n[]\n\nnull\n{"type":"firm"}\n{}`;
  assert.equal(textIssues(text), [
    'a:1: is not valid JSON; every line is one JSON object',
    'a:2: is not a JSON object',
    'a:4: is not a JSON object',
    'a:5: type: "firm" is not one of: party, asset, proof',
    'a:6: type: nothing is not one of: party, asset, proof',
  ]);
});

test('one bad line: nothing is imported and every bad line is listed, in the order of the files', () => {
  const files = [
    { name: 'b', text: `${JSON.stringify(partyLine(1))}\n${JSON.stringify(partyLine(2, { did: 'x', name: '' }))}` },
    { name: 'a', text: JSON.stringify(assetLine(1, { chain: 'x', more: 1 })) },
  ];
  const plan = planImport(request([], { files }));
  assert.not(plan.ok);
  assert.equal(plan.ok ? [] : plan.issues.map(({ file, line, path }) => [file, line, path]), [
    ['b', 2, 'did'],
    ['b', 2, 'name'],
    ['a', 1, 'more'],
    ['a', 1, 'chain'],
  ]);
});

test('a reference to a line that is refused is not a second mistake', () => {
  const proof = { type: 'proof', proofId: uuid(9), assetId: uuid(102), authority: { type: 'owner', address: '0x' } };
  assert.equal(
    issuesOf([
      partyLine(1, { lei: 'x' }),
      assetLine(1, { issuerId: uuid(1) }),
      assetLine(2, { slug: '?' }),
      { ...proof, method: { type: 'admin_manual' }, provedAt: '2026-01-01T00:00:00Z' },
    ]).map((issue) => issue.split(':')[0]),
    ['lei', 'slug'],
  );
});

test('byte order mark, CRLF and blank lines are nothing', () => {
  const text = `\uFEFF${JSON.stringify(partyLine(1))}\r\n\r\n${JSON.stringify(partyLine(2))}\r\n`;
  const plan = planImport(request([], { files: [{ name: 'a', text }] }));
  assert.equal(plan.ok && plan.counts, { parties: 2, assets: 0, proofs: 0 });
});

test('absent optional members equal null, and null lists are empty', () => {
  const bare = importedParty({});
  assert.equal(bare, importedParty({ legalName: null, wallets: null, kyi: null, kyb: null, description: null }));
  assert.equal(bare, {
    partyId: uuid(1),
    did: ulid(1),
    name: 'Party 1',
    legalName: null,
    lei: null,
    registrationNumber: null,
    country: null,
    aliases: [],
    wallets: [],
    isins: [],
    bics: [],
    taxIds: [],
    kyi: { status: 'none', at: null },
    kyb: { verified: false, at: null },
    description: '',
    kind: 'organisation',
    birthYear: null,
    vouched: null,
  });
  assert.equal(importedAsset({}), importedAsset({ image: null, identifiers: null, parties: null, verifiedAt: null }));
});

test('values are stored in one form: ids, EVM addresses, times', () => {
  const party = importedParty({
    partyId: uuid(1).toUpperCase(),
    did: ulid(1).toLowerCase(),
    wallets: [`eip155:1:${tokenAddress.toLowerCase()}`, 'tron:0x2b6653dc:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    kyi: { status: 'verified', at: '2026-01-30T01:00:00+01:00' },
  });
  assert.equal([party.partyId, party.did], [uuid(1), ulid(1)]);
  assert.equal(party.wallets, [`eip155:1:${tokenAddress}`, 'tron:0x2b6653dc:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t']);
  assert.is(party.kyi.at, Date.UTC(2026, 0, 30));
  assert.is(importedAsset({ address: tokenAddress.toLowerCase() }).address, tokenAddress);
  assert.is(importedAsset({ address: `0x${tokenAddress.slice(2).toUpperCase()}` }).address, tokenAddress);
});

test('addresses of the other chains', () => {
  for (const over of [
    { chain: 'solana', address: solana, standard: 'token' },
    { chain: 'xrpl', address: 'USD.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', standard: 'token' },
    { chain: 'xrpl', address: `${'5'.repeat(40)}.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De`, standard: 'token' },
    { chain: 'xrpl', address: '144', standard: 'slip44' },
    { chain: 'ethereum', address: '60', standard: 'slip44' },
  ]) {
    assert.is(importedAsset(over).address, over.address);
  }
});

test('parties come first, and every record has the as-of as its time', () => {
  const records = recordsOf([assetLine(1, { issuerId: uuid(1).toUpperCase() }), partyLine(1)]);
  assert.equal(
    records.map(({ topic, timestamp }) => [topic, timestamp]),
    [
      ['registry.parties', Date.UTC(2026, 0, 30)],
      ['registry.assets', Date.UTC(2026, 0, 30)],
    ],
  );
});

const registered = (recordTime: number) =>
  snapshotOf([{ value: importedParty({}), recordTime }], [{ value: importedAsset({}), recordTime }]);
const asOf = Date.UTC(2026, 0, 30);

test('a party that is already registered may be named', () => {
  assert.equal(issuesOf([assetLine(2, { issuerId: uuid(1) })], { registry: registered(asOf) }), []);
});

test('an as-of earlier than the last record of the same party or asset is a mistake of the command', () => {
  const plan = planImport(
    request([partyLine(1), assetLine(1), partyLine(2)], { registry: registered(asOf + 1), asOf }),
  );
  assert.equal(plan.ok ? [] : plan.issues.map(({ kind, line }) => [kind, line]), [
    ['usage', 1],
    ['usage', 2],
  ]);
  assert.match(
    plan.ok ? '' : (plan.issues[0]?.reason ?? ''),
    /as-of 2026-01-30T00:00:00.000Z is earlier than the last/,
  );
  assert.equal(issuesOf([partyLine(1), assetLine(1)], { registry: registered(asOf) }), [], 'the same time is fine');
});

test('what must be one’s own is refused when another has it, in the import or in the registry', () => {
  const registry = registered(asOf);
  for (const [line, member] of [
    [partyLine(2, { did: ulid(1) }), 'did'],
    [assetLine(2, { did: ulid(101) }), 'did'],
    [assetLine(2, { slug: 'asset-1' }), 'slug'],
    [assetLine(2, { address: tokenAddress.toLowerCase() }), 'address'],
  ] as const) {
    assert.match(
      issuesOf([line], { registry })[0] ?? '',
      new RegExp(`^${member}: .* belongs to ${uuid(1).slice(0, 20)}`),
    );
  }
  assert.is(issuesOf([assetLine(3, { slug: 'same' }), assetLine(4, { slug: 'same' })]).length, 2);
});

test('a deployment may be registered again once its other record is withdrawn, a slug once it is given up', () => {
  const registry = registered(asOf);
  const lines = [
    assetLine(1, { status: 'withdrawn', slug: 'old-name' }),
    assetLine(2, { address: tokenAddress, slug: 'asset-1' }),
  ];
  assert.equal(issuesOf(lines, { registry }), []);
});

test('two parties may share a LEI: branches have that of their head office', () => {
  const lei = '969500OYUDADGZKCR583';
  assert.equal(issuesOf([partyLine(1, { lei }), partyLine(2, { lei })]), []);
});

test('the same party, asset or proof twice in one import is refused', () => {
  const proof = {
    type: 'proof',
    proofId: uuid(9),
    assetId: uuid(101),
    authority: { type: 'owner', address: tokenAddress },
    method: { type: 'admin_manual' },
    provedAt: '2026-01-01T00:00:00Z',
  };
  const issues = issuesOf([partyLine(1), assetLine(1), proof, partyLine(1), assetLine(1), proof]);
  assert.equal(issues, [
    'partyId: is declared twice, first in lines.ndjson:1',
    'assetId: is declared twice, first in lines.ndjson:2',
    'proofId: is declared twice, first in lines.ndjson:3',
  ]);
});

test.run();

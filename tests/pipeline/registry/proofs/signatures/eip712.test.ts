import { signTyped } from 'micro-eth-signer';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { usedChallengesOf } from '../../../../../pipeline/registry/import/used-challenges.ts';
import { readTypedData, typedDataId } from '../../../../../pipeline/registry/proofs/typed/typed-data.ts';
import { runsOf } from '../../../../support/runs.ts';
import { caip19, testKey, uuid } from '../../declarations.ts';
import { outcomeOf, type ProofCase, storedOf } from '../claims.ts';

type Json = Readonly<Record<string, unknown>>;

const owner = testKey(7);
const signer = testKey(8);
const stranger = testKey(9);

const domain = { name: 'Attestry', version: '1', chainId: 1 };
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
];
const text = (name: string) => ({ name, type: 'string' });
const message = { asset: caip19, authority: `owner ${owner.address}`, nonce: '4711' };
const members = [text('asset'), text('authority'), text('nonce')];

/** Typed data of a proof with further members of the message. */
function typed(more: Json = {}, types: readonly object[] = [], over: Json = {}): Json {
  return {
    types: { EIP712Domain: domainType, AuthorityProof: [...members, ...types] },
    primaryType: 'AuthorityProof',
    domain,
    message: { ...message, ...more },
    ...over,
  };
}

interface ProofOptions {
  readonly data?: Json | string;
  /** What the key signs, if that is not the data. */
  readonly signs?: Json;
  readonly key?: typeof owner;
  readonly evidence?: Json;
  readonly over?: Json;
  readonly asset?: Json;
  readonly signers?: readonly string[];
}

const signed = (data: Json, key = owner): string =>
  signTyped(data as unknown as Parameters<typeof signTyped>[0], key.secret, false);
const good = signed(typed());

const proof = ({
  data = typed(),
  signs = typed(),
  key = owner,
  evidence,
  over,
  asset = {},
  signers = [],
}: ProofOptions) => ({
  asset,
  signers,
  line: {
    authority: { type: 'owner', address: owner.address },
    method: { type: 'signature', scheme: 'eip712' },
    challenge: typeof data === 'string' ? data : JSON.stringify(data),
    evidence: { signature: signed(signs, key), ...evidence },
    provedAt: '2026-01-20T00:00:00Z',
    ...over,
  },
});

const withData = (data: Json | string): ProofCase => proof({ data });
const withMember = (name: string, type: string, value: unknown): ProofCase =>
  withData(typed({ [name]: value }, [{ name, type }]));
const withSignature = (signature: unknown): ProofCase => proof({ evidence: { signature } });
const withTypes = (types: unknown): ProofCase => withData(typed({}, [], { types }));
const withDomain = (value: unknown, type?: unknown): ProofCase =>
  withData(
    typed({}, [], {
      domain: value,
      types: { AuthorityProof: members, ...(type === undefined ? {} : { EIP712Domain: type }) },
    }),
  );
const plain = JSON.stringify(typed());
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const highS = `${good.slice(0, 66)}${(order - BigInt(`0x${good.slice(66, 130)}`)).toString(16).padStart(64, '0')}1b`;

const expired = /^challenge: expired at 2026-01-19T00:00:00(?:\.000)?Z, before the proof was made$/;
const notUnderstood = /^challenge: has a member that looks like an expiry and is not understood: message\.\w+/;

const refusals: readonly (readonly [name: string, given: ProofCase, reason: RegExp])[] = [
  ['another key', proof({ key: stranger }), /^evidence.signature: was made by 0x.*, not by 0x.* \(no signers of it/],
  ['altered data', withData(typed({ nonce: '4712' })), /^evidence.signature: was made by 0x/],
  ['a high s', withSignature(highS), /high s value/],
  ['v = 2', withSignature(`${good.slice(0, 130)}02`), /has v = 2/],
  ['63 bytes', withSignature(good.slice(0, 128)), /^evidence.signature: is not 0x and 130 hex digits/],
  ['r and s zero', withSignature(`0x${'00'.repeat(64)}1b`), /no key can have made it/],
  ['no signature', withSignature(undefined), /^evidence.signature: is missing$/],
  ['unknown evidence', proof({ evidence: { message: '' } }), /^evidence.message: unknown member$/],
  [
    'an unknown member of the method',
    proof({ over: { method: { type: 'signature', scheme: 'eip712', x: 1 } } }),
    /^method.x: unknown member$/,
  ],
  [
    'eip712 on another chain',
    proof({
      asset: { chain: 'xrpl', address: 'EUR.rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', standard: 'token' },
      over: { authority: { type: 'issuer', address: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH' } },
    }),
    /^method.scheme: eip712 proves control of an EVM address; the asset is on xrpl$/,
  ],
  ['plain text', withData(`Asset: ${caip19}`), /^challenge: is not EIP-712 typed data: it is not valid JSON$/],
  ['a list', withData('[]'), /it is not a JSON object$/],
  ['a member twice', withData(plain.replace('"nonce":', '"asset":"x","nonce":')), /message.asset occurs twice/],
  [
    'deep nesting',
    withMember('a', 'string', JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)),
    /: it is nested deeper/,
  ],
  ['an escaped NUL', withMember('a', 'string', '\0'), /message.a has the control character U\+0000/],
  [
    'an escaped lone surrogate',
    withMember('a', 'string', '\ud800'),
    /message.a has a character that cannot be written/,
  ],
  ['something unsigned beside', withData({ ...typed(), note: 'x' }), /note is not a part of it, so it was not signed$/],
  [
    'an undeclared member',
    withData(typed({ note: 'x' })),
    /message.note is not a member of type AuthorityProof, so it/,
  ],
  ['a missing member', withData(typed({}, [text('note')])), /message.note is missing$/],
  ['no types', withTypes(undefined), /types is not an object$/],
  ['types that are no lists', withTypes({ AuthorityProof: {} }), /types.AuthorityProof is not a list of members$/],
  ['a member without a type', withTypes({ AuthorityProof: [{ name: 'a' }] }), /AuthorityProof has {"name":"a"}, which/],
  ['a member with more', withTypes({ AuthorityProof: [{ ...text('a'), x: 1 }] }), /which is not {"name","type"}$/],
  ['a member name with a space', withTypes({ AuthorityProof: [text('a b')] }), /AuthorityProof has the name "a b"$/],
  ['a declared member twice', withTypes({ AuthorityProof: [text('a'), text('a')] }), /has a member twice$/],
  [
    'a struct with the name of a type',
    withTypes({ AuthorityProof: members, uint256: [] }),
    /no valid name in "uint256"/,
  ],
  ['a struct named __proto__', withData(plain.replace('AuthorityProof', '__proto__')), /no valid name in "__proto__"$/],
  [
    'an unused type',
    withTypes({ AuthorityProof: members, Other: [] }),
    /types.Other is not used, so it was not signed$/,
  ],
  ['an unknown type', withMember('a', 'Other', {}), /types.AuthorityProof.a has the unknown type "Other"$/],
  ['a number of 7 bits', withMember('a', 'uint7', 1), /has the unknown type "uint7"$/],
  ['bytes33', withMember('a', 'bytes33', '0x'), /has the unknown type "bytes33"$/],
  ['a list of length 0', withMember('a', 'string[0]', []), /has the unknown type "string\[0\]"$/],
  [
    'no primary type',
    withData(typed({}, [], { primaryType: undefined })),
    /primaryType nothing is no type of a message/,
  ],
  [
    'the domain as message',
    withData(typed({}, [], { primaryType: 'EIP712Domain' })),
    /primaryType "EIP712Domain" is no/,
  ],
  ['no domain', withDomain(undefined), /domain is not an object$/],
  ['an empty domain', withDomain({}), /^challenge: has an empty domain; EIP-712 asks for one member or more$/],
  ['an unknown member of the domain', withDomain({ ...domain, x: 1 }), /domain.x is not a member of type EIP712Domain/],
  [
    'an unsigned member of the domain',
    withDomain(domain, [text('name')]),
    /domain.version is not a member of type EIP/,
  ],
  [
    'a domain of other types',
    withDomain({ chainId: '1' }, [text('chainId')]),
    /has string chainId, which EIP-712 does/,
  ],
  ['a domain on another chain', withDomain({ chainId: 10 }), /chainId of its domain is 10; the asset is on ethereum/],
  ['a text that is none', withMember('a', 'string', 1), /message.a is 1, which is no value of type string$/],
  ['a bool that is none', withMember('a', 'bool', 'true'), /is "true", which is no value of type bool$/],
  ['an address that is none', withMember('a', 'address', '0x1'), /is "0x1", which is no value of type address$/],
  ['bytes of another length', withMember('a', 'bytes2', '0x01'), /is "0x01", which is no value of type bytes2$/],
  ['bytes without 0x', withMember('a', 'bytes', '01'), /is "01", which is no value of type bytes$/],
  ['a number too large', withMember('a', 'uint8', 256), /is 256, which is no value of type uint8$/],
  ['a negative uint', withMember('a', 'uint256', '-1'), /is "-1", which is no value of type uint256$/],
  ['an empty number', withMember('a', 'uint256', ''), /is "", which is no value of type uint256$/],
  [
    'a number that JSON rounds',
    withData(typed({ a: 2 ** 53 }, [{ name: 'a', type: 'uint256' }])),
    /no value of type uint/,
  ],
  ['a fraction', withMember('a', 'uint256', 1.5), /is 1.5, which is no value of type uint256$/],
  ['a list that is none', withMember('a', 'string[]', 'x'), /is "x", which is no value of type string\[\]$/],
  ['a list of another length', withMember('a', 'string[2]', ['x']), /message.a has 1 items, not the 2 of its type$/],
  [
    'an item of another type',
    withMember('a', 'string[]', ['x', 1]),
    /message.a\[1\] is 1, which is no value of type str/,
  ],
  [
    'a struct that is missing',
    withTypes({ AuthorityProof: [...members, { name: 'a', type: 'AuthorityProof' }] }),
    /message.a is mis/,
  ],
  [
    'too many values',
    withMember('a', 'bool[]', Array(5_000).fill(true)),
    /^challenge: is too large: EIP712: message too/,
  ],
  ['no asset', withTypes({ AuthorityProof: [] }), /message.asset is not a member/],
  [
    'an asset of another type',
    withData(plain.replace('"name":"asset","type":"string"', '"name":"asset","type":"bytes"').replace(caip19, '0x00')),
    /^challenge: has no member string asset \(<CAIP-19>\) in its message$/,
  ],
  ['another asset', withData(typed({ asset: caip19.replace(':1/', ':8453/') })), /^challenge: names asset eip155:8453/],
  [
    'no authority',
    withData(typed({}, [], { types: { AuthorityProof: [text('asset')] }, message: { asset: caip19 } })),
    /^challenge: has no member string authority/,
  ],
  ['another authority', withData(typed({ authority: `owner ${signer.address}` })), /^challenge: names authority owner/],
  ['another type of authority', withData(typed({ authority: `creator ${owner.address}` })), /names authority creator/],
  ...[
    'expires',
    'expiresAt',
    'expiry',
    'expiration_time',
    'validUntil',
    'valid_to',
    'notAfter',
    'deadline',
    'exp',
    'until',
    'endTime',
    'end_date',
    'END',
    'validBefore',
    'validThru',
    'expTime',
    'endsAt',
    'notOnOrAfter',
    'deadlineTimestamp',
  ].flatMap((name): (typeof refusals)[number][] => [
    [`${name} in text`, withMember(name, 'string', '2026-01-19T00:00:00Z'), expired],
    [`${name} in seconds`, withMember(name, 'uint256', Date.UTC(2026, 0, 19) / 1_000), expired],
  ]),
  ['an expiry of 0', withMember('deadline', 'uint256', '0'), /expired at 1970-01-01T00:00:00.000Z/],
  ['a negative expiry', withMember('deadline', 'int256', '-1'), /expired at -1, before the proof was made/],
  [
    'an expiry in milliseconds',
    withMember('expiry', 'uint64', Date.UTC(2027, 0)),
    /is not a time in seconds since 1970/,
  ],
  [
    'an unreadable expiry',
    withMember('expires', 'string', 'soon'),
    /message.expires is not an ISO 8601 date-time: "soon"/,
  ],
  ['an expiry in a list', withMember('deadline', 'uint256[]', ['1']), /expired at 1970-01-01T00:00:01.000Z/],
  ...['issuedAt', 'notBefore', 'nbf', 'iat', 'startTime'].map((name): (typeof refusals)[number] => [
    `${name} later than the proof`,
    withMember(name, 'uint256', Date.UTC(2026, 0, 21) / 1_000),
    /was not valid before 2026-01-21T00:00:00.000Z, after the proof was made/,
  ]),
  ...['Asset', 'ASSET', '_asset', 'Authority'].map((name): (typeof refusals)[number] => [
    `another member ${name}`,
    withMember(name, 'string', 'eip155:1/slip44:60'),
    /has a member that looks like its asset or authority and is not: message\./,
  ]),
  ['an asset within a struct', withData(nested('terms', { asset: caip19 })), /looks like its asset or authority/],
  [
    'a text with an asset',
    withMember('contents', 'string', 'Proof\u2028Asset: x'),
    /message.contents has a line that looks/,
  ],
  [
    'a text with a hidden character',
    withMember('contents', 'string', 'a\u202eb'),
    /message.contents has the character U\+202E/,
  ],
  ...[
    'ttl',
    'duration',
    'lifetime',
    'maxAge',
    'expiresIn',
    'closeTime',
    'revokedAt',
    'proofExpiry',
    'validFrom',
    'validity',
    'sessionDeadline',
    'expired',
  ].map((name): (typeof refusals)[number] => [
    `${name}, which is not understood`,
    withMember(name, 'string', '2027-01-19T00:00:00Z'),
    notUnderstood,
  ]),
  ['an expiry in bytes', withMember('expiry', 'bytes4', '0x00000000'), notUnderstood],
  ['an expiry as a struct', withData(nested('expiry', { at: '2027' })), notUnderstood],
  ['an expiry within a struct', withData(nested('terms', { expires: '2026-01-19T00:00:00Z' })), expired],
  [
    'a text with an expiry',
    withMember('contents', 'string', 'Proof\nExpires: 2026-01-19T00:00:00Z'),
    /^challenge: message.contents expired at 2026-01-19/,
  ],
];

/** Typed data with a struct of texts in its message. */
function nested(name: string, value: Json): Json {
  const types = {
    AuthorityProof: [...members, { name, type: 'Inner' }],
    Inner: Object.keys(value).map(text),
  };
  return typed({ [name]: value }, [], { types });
}

for (const [name, given, reason] of refusals) test(`refused: ${name}`, () => assert.match(outcomeOf(given), reason));

test('A-69 a proof is stored with the members of its type', () => {
  const { method, provedBy, verifiedBy, challenge, challengeId } = storedOf(proof({}));
  assert.equal(
    [method, provedBy, verifiedBy, challenge, challengeId],
    [{ type: 'signature', scheme: 'eip712' }, owner.address, 'attestry eip712', plain, idOf(plain)],
  );
});

const rich = typed(
  {
    n: 1,
    neg: '-5',
    to: owner.address,
    flag: true,
    raw: '0xAB',
    word: `0x${'Cd'.repeat(32)}`,
    grid: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    terms: { items: [{ text: 'x' }] },
    expires: '2026-01-20T00:00:00Z',
    contents: 'Zeile\nSatz',
  },
  [
    { name: 'n', type: 'uint' },
    { name: 'neg', type: 'int8' },
    { name: 'to', type: 'address' },
    { name: 'flag', type: 'bool' },
    { name: 'raw', type: 'bytes' },
    { name: 'word', type: 'bytes32' },
    { name: 'grid', type: 'string[2][]' },
    { name: 'terms', type: 'Terms' },
    text('expires'),
    text('contents'),
  ],
);
const withStructs: Json = {
  ...rich,
  types: {
    ...(rich['types'] as Json),
    Terms: [{ name: 'items', type: 'Item[]' }],
    Item: [text('text')],
  },
};
const { EIP712Domain: _, ...withoutDomain } = withStructs['types'] as Json;

const acceptances: readonly (readonly [name: string, given: ProofOptions])[] = [
  ['values of every type', { data: withStructs, signs: withStructs }],
  ['the type of the domain left out', { data: { ...withStructs, types: withoutDomain }, signs: withStructs }],
  ['v = 0 or 1', { evidence: { signature: `${good.slice(0, 130)}0${good.endsWith('1b') ? 0 : 1}` } }],
  ['an observed signer', { key: signer, signers: [signer.address.toLowerCase()] }],
  ...[{ name: 'Attestry' }, { verifyingContract: owner.address, salt: `0x${'01'.repeat(32)}` }].map(
    (value): (typeof acceptances)[number] => {
      const data = typed({}, [], { domain: value, types: { AuthorityProof: members } });
      return [`a domain of ${Object.keys(value).join()}`, { data, signs: data }];
    },
  ),
  ...[Date.UTC(2026, 0, 20) / 1_000, '0x700000000'].map((expires): (typeof acceptances)[number] => {
    const data = typed({ expires }, [{ name: 'expires', type: 'uint256' }]);
    return [`an expiry that is not over, ${expires}`, { data, signs: data }];
  }),
];
for (const [name, given] of acceptances)
  test(`verified: ${name}`, () => assert.is(outcomeOf(proof(given)), 'verified'));

/** Other spellings of the same signed data. */
const spellings: readonly (readonly [name: string, text: string])[] = [
  ['indented', JSON.stringify(withStructs, null, 2)],
  ['in another order', JSON.stringify(Object.fromEntries(Object.entries(withStructs).reverse()))],
  ['without the type of the domain', JSON.stringify({ ...withStructs, types: withoutDomain })],
  ['a number as text', JSON.stringify(withStructs).replace('"n":1', '"n":"1"')],
  ['a number in hex', JSON.stringify(withStructs).replace('"n":1', '"n":"0x01"')],
  ['a number with a fraction of zero', JSON.stringify(withStructs).replace('"n":1', '"n":1.0')],
  ['bytes in lower case', JSON.stringify(withStructs).replace('0xAB', '0xab')],
  [
    'an address in lower case',
    JSON.stringify(withStructs).replace(`"to":"${owner.address}`, `"to":"${owner.address.toLowerCase()}`),
  ],
  ['an escape', JSON.stringify(withStructs).replace('Attestry', '\\u0041ttestry')],
];

test('one typed data of one signer is one proof, however its JSON is written', () => {
  const first = proof({ data: withStructs, signs: withStructs });
  const usedChallenges = usedChallengesOf([storedOf(first)]);
  for (const [name, data] of spellings) {
    const given = proof({ data, signs: withStructs });
    assert.is(outcomeOf(given), 'verified', name);
    const again = { ...given, line: { ...given.line, proofId: uuid(901) }, usedChallenges };
    assert.match(outcomeOf(again), new RegExp(`^challenge: belongs to proof ${uuid(900)}`), name);
  }
  assert.is(outcomeOf({ ...proof({}), usedChallenges }), 'verified', 'other data');
});

const idOf = (data: string): string => {
  const read = readTypedData(data);
  return typeof read === 'string' ? read : typedDataId(read);
};

test('any changed character is refused, or leaves the signed data as it was', () => {
  const whole = JSON.stringify(withStructs);
  const signature = signed(withStructs);
  const id = idOf(whole);
  fc.assert(
    fc.property(
      fc.nat(whole.length - 1),
      fc.oneof(
        fc.constantFrom('"', '{', '}', '[', ']', ':', ',', ' ', '\\', '0', 'a', 'A'),
        fc.string({ maxLength: 2 }),
      ),
      (at, put) => {
        const data = `${whole.slice(0, at)}${put}${whole.slice(at + 1)}`;
        const outcome = outcomeOf(proof({ data, evidence: { signature } }));
        if (outcome === 'verified') assert.is(idOf(data), id, data);
        else assert.match(outcome, /^(?:challenge|evidence.signature): /);
      },
    ),
    { numRuns: runsOf(500) },
  );
});

test('any changed digit of a signature is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 129 }), fc.integer({ min: 1, max: 15 }), (at, by) => {
      const digit = (Number.parseInt(good.charAt(at), 16) ^ by).toString(16);
      const signature = `${good.slice(0, at)}${digit}${good.slice(at + 1)}`;
      assert.match(outcomeOf(withSignature(signature)), /^evidence.signature: /);
    }),
    { numRuns: runsOf(150) },
  );
});

test.run();

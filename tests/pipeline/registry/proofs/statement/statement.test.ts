/** A signer reads in the wallet what the proof is about: separators, hidden characters, similar letters, and times. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { challengeTimeProblem } from '../../../../../pipeline/registry/proofs/statement/challenge.ts';
import {
  hiddenProblem,
  linesOf,
  shownLabel,
} from '../../../../../pipeline/registry/proofs/statement/statement-lines.ts';
import { valueTimeProblem } from '../../../../../pipeline/registry/proofs/statement/validity.ts';
import { validityOfMember } from '../../../../../pipeline/registry/proofs/statement/validity-names.ts';
import { runsOf } from '../../../../support/runs.ts';
import { caip19, personalSign, testKey } from '../../declarations.ts';
import { outcomeOf, solanaKey, xrplKey } from '../claims.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

const owner = testKey(7);
const solana = solanaKey(3);
const ledger = xrplKey('ed25519', 4);
const mint = solanaKey(9).address;

/** A text as each scheme of texts has it signed; the outcome of its import. */
const schemes: Readonly<Record<string, { readonly challenge: string; readonly outcome: (text: string) => string }>> = {
  eip191: {
    challenge: `Asset: ${caip19}\nAuthority: owner ${owner.address}`,
    outcome: (challenge) =>
      outcomeOf({
        asset: {},
        line: {
          authority: { type: 'owner', address: owner.address },
          method: { type: 'signature', scheme: 'eip191' },
          evidence: { signature: personalSign(challenge, owner.secret) },
          challenge,
          provedAt: '2026-01-20T00:00:00Z',
        },
      }),
  },
  solana_raw: {
    challenge: `Asset: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${mint}\nAuthority: owner ${solana.address}`,
    outcome: (challenge) =>
      outcomeOf({
        asset: { chain: 'solana', address: mint, standard: 'token' },
        line: {
          authority: { type: 'owner', address: solana.address },
          method: { type: 'signature', scheme: 'solana_raw' },
          evidence: { signature: solana.sign(Buffer.from(challenge, 'utf8')) },
          challenge,
          provedAt: '2026-01-20T00:00:00Z',
        },
      }),
  },
  xrpl: {
    challenge: `Asset: xrpl:0/token:USD.${ledger.address}\nAuthority: issuer ${ledger.address}`,
    outcome: (challenge) =>
      outcomeOf({
        asset: { chain: 'xrpl', address: `USD.${ledger.address}`, standard: 'token' },
        line: {
          authority: { type: 'issuer', address: ledger.address },
          method: { type: 'signature', scheme: 'xrpl' },
          evidence: { signature: ledger.sign(challenge), signerPublicKey: ledger.publicKey },
          challenge,
          provedAt: '2026-01-20T00:00:00Z',
        },
      }),
  },
};

const separators = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const hiddenOnes = ['', '\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u034f', '\u{e0041}', '\u180e'];
const blanks = ['', ' ', '\t', '\u00a0', '\u3000', '- ', '* ', '• ', '> '];
const spellings: Readonly<Record<string, readonly string[]>> = {
  Asset: ['Asset', 'asset', 'ASSET', 'Аsset', 'Asѕet', 'Ａｓｓｅｔ', 'Ásset', '𝐀sset'],
  Authority: ['Authority', 'AUTHORITY', 'Аuthоrity', 'Ａuthority', 'Authorıty', 'Αuthority'],
};
const colons = [':', ' :', '：', '\u2236', '꞉', ' ='];

const imitations = fc
  .record({
    separator: fc.constantFrom(...separators),
    before: fc.constantFrom(...hiddenOnes),
    blank: fc.constantFrom(...blanks),
    name: fc.constantFrom(...Object.keys(spellings)),
    inside: fc.constantFrom(...hiddenOnes),
    colon: fc.constantFrom(...colons),
    spelling: fc.nat(),
  })
  .map(({ separator, before, blank, name, inside, colon, spelling }) => {
    const ways = spellings[name] ?? [];
    const written = ways[spelling % ways.length] ?? name;
    const middle = Math.floor(written.length / 2);
    return `${separator}${blank}${before}${written.slice(0, middle)}${inside}${written.slice(middle)}${colon} other`;
  });

for (const [scheme, { challenge, outcome }] of Object.entries(schemes)) {
  test(`${scheme}: no line that a reader takes for an asset or authority of its own is verified`, () => {
    assert.is(outcome(challenge), 'verified');
    fc.assert(
      fc.property(imitations, (imitation) => {
        assert.match(outcome(`${challenge}${imitation}`), /^challenge: /, JSON.stringify(imitation));
      }),
      { numRuns: runsOf(150) },
    );
  });

  test(`${scheme}: text that is shown as it is read is verified, whatever its script`, () => {
    for (const line of [
      'Nonce: é 1',
      'Актив принадлежит нам',
      'Note: 資産の証明',
      'Our assets: many',
      'سند: ١',
      'Price: 5 €',
    ])
      assert.is(outcome(`${challenge}\n${line}`), 'verified', line);
  });

  test(`${scheme}: a character that is shown as nothing, or moves others, is refused anywhere`, () => {
    for (const character of hiddenOnes.slice(1)) {
      assert.match(outcome(`${challenge}\nNote: a${character}b`), /^challenge: has the character U\+/, character);
    }
  });
}

test('lines are split at every separator, and at no other character', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'grapheme' }).filter((text) => !/[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/.test(text)),
        { minLength: 1 },
      ),
      fc.constantFrom(...separators),
      (parts, separator) => {
        assert.equal(linesOf(parts.join(separator)), parts);
      },
    ),
    { numRuns: runsOf(300) },
  );
});

test('any text has a label or none, and no printable ASCII is hidden', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      for (const line of linesOf(text)) assert.ok(shownLabel(line)?.words.every((word) => word !== '') ?? true);
    }),
    { numRuns: runsOf(300) },
  );
  for (let code = 0x20; code < 0x7f; code += 1) assert.is(hiddenProblem(String.fromCharCode(code)), null);
});

/** Words of the end of validity. */
const ends = [
  ['exp'],
  ['expires'],
  ['expires', 'at'],
  ['expiry'],
  ['expiry', 'date'],
  ['expiration'],
  ['expiration', 'time'],
  ['valid', 'until'],
  ['valid', 'to'],
  ['valid', 'before'],
  ['valid', 'thru'],
  ['until'],
  ['not', 'after'],
  ['deadline'],
  ['end'],
  ['ends', 'at'],
  ['end', 'time'],
  ['end', 'date'],
] as const;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const writings: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
  (words) => words.map(capital).join(''),
  (words) => words.join('_'),
  (words) => words.join('').toLowerCase(),
  (words) => words.join('_').toUpperCase(),
  (words) => `_${words.join('_')}_`,
];
const proofAt = Date.UTC(2026, 0, 20);
const moment = { at: proofAt, event: 'the proof was made' };

test('typed data: every writing of the end of validity ends it, alone and within a longer name', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ends),
      fc.constantFrom(...writings),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      (words, write, seconds) => {
        const name = write(words);
        assert.is(validityOfMember(name), 'end', name);
        const value = { path: `message.${name}`, name, type: 'uint256', value: String(proofAt / 1_000 + seconds) };
        assert.is(valueTimeProblem(value, moment) === null, seconds >= 0, name);
        const longer = write(['proof', ...words]);
        // Written together, "exp" and "end" are the end of many words: "regexp", "spend".
        if (/^proof(?:exp|end)$/.test(longer)) return;
        assert.is.not(validityOfMember(longer), null, longer);
      },
    ),
    { numRuns: runsOf(300) },
  );
});

test('typed data: names that have nothing to do with validity are free', () => {
  for (const name of [
    'nonce',
    'validator',
    'contents',
    'endpoint',
    'export',
    'expert',
    'timestamp',
    'date',
    'legend',
    'sender',
    'untilted',
    'weekend',
    'startup',
    'issuer',
    'amount',
    'wallet',
    'chainId',
  ]) {
    assert.is(validityOfMember(name), null, name);
  }
});

const siweOf = (from: string, until: string): string =>
  [
    ...['issuer.example wants you to sign in with your Ethereum account:', owner.address, '', 'Proof.', ''],
    ...['URI: https://issuer.example/proof', 'Version: 1', 'Chain ID: 1', 'Nonce: abcdefgh'],
    ...[`Issued At: ${from}`, `Expiration Time: ${until}`],
  ].join('\n');
const linesWith = (from: string, until: string): string => `Asset: x\nIssued At: ${from}\nExpiration Time: ${until}`;

for (const [form, textOf] of Object.entries({ lines: linesWith, SIWE: siweOf })) {
  test(`${form}: valid at a block exactly when it lies between the two times`, () => {
    const seconds = fc.integer({ min: 0, max: 2_000 });
    fc.assert(
      fc.property(seconds, seconds, seconds, (from, until, at) => {
        const iso = (offset: number): string => new Date(proofAt + offset * 1_000).toISOString();
        const problem = challengeTimeProblem(textOf(iso(from), iso(until)), {
          at: proofAt + at * 1_000,
          event: 'its block was made',
        });
        assert.is(problem === null, from <= at && at <= until);
      }),
      { numRuns: runsOf(300) },
    );
  });
}

test.run();

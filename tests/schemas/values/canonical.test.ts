import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { anyCharacter } from '../../support/any-character.ts';

const impossible: readonly (readonly [title: string, value: unknown])[] = [
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['a big integer', 1n],
  ['undefined', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a lone surrogate', '\ud83d'],
  ['a lone surrogate in a key', { '\udead': 1 }],
  ['undefined in an array', [undefined]],
];
for (const [title, value] of impossible) {
  test(`no canonical form: ${title}`, () => {
    assert.throws(
      () => canonicalJson(value),
      (error: unknown) => error instanceof TypeError,
    );
  });
}

test('RFC 8785, 3.2.2: primitive values', () => {
  const value = {
    numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  assert.is(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('RFC 8785, 3.2.3: members in the order of UTF-16 code units', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  assert.equal(Object.values(JSON.parse(canonicalJson(Object.entries(value))) as object), Object.entries(value));
  const order = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map(([, name]) => name);
  assert.equal(order, [
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

/** RFC 8785, appendix B: IEEE 754 bits and the text. */
const numbers: readonly (readonly [bits: string, text: string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];
for (const [bits, text] of numbers) {
  test(`RFC 8785, appendix B: ${bits}`, () => {
    assert.is(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE()), text);
  });
}

test('any text has its JSON form', () => {
  for (let unit = 0; unit < 0x800; unit++) {
    const text = `a${String.fromCharCode(unit)}b`;
    assert.is(canonicalJson(text), JSON.stringify(text));
  }
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => canonicalJson(text) === JSON.stringify(text)));
});

test('undefined members are omitted, null and empty ones are not', () => {
  assert.is(canonicalJson({ a: undefined, b: null, c: '', d: [], e: {} }), '{"b":null,"c":"","d":[],"e":{}}');
});

test('the text parses to the value and does not depend on the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
      const text = canonicalJson(value);
      assert.equal(canonicalJson(JSON.parse(text)), text);
      assert.is(canonicalJson(reversed(value)), text);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(members.toReversed());
}

test('members are in the order of UTF-16 code units, however many there are', () => {
  const keys = fc.uniqueArray(fc.string({ unit: anyCharacter, maxLength: 4 }), { maxLength: 40 });
  fc.assert(
    fc.property(keys, (names) => {
      const members = [...names].sort().map((name) => `${JSON.stringify(name)}:0`);
      assert.is(canonicalJson(Object.fromEntries(names.map((name) => [name, 0]))), `{${members.join(',')}}`);
    }),
  );
});

test.run();

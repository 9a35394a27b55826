import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type ListedOrganisation,
  nameEvidence,
  type OwnOrganisation,
} from '../../../pipeline/screening/names/name-evidence.ts';
import { formsAgree, nameKeys, normalName } from '../../../pipeline/screening/names/equality/normal-name.ts';
import { forms } from '../../../pipeline/screening/names/tables/tables.ts';
import { readName } from '../../../pipeline/screening/names/similar.ts';
import { runsOf } from '../../support/runs.ts';

const same: readonly (readonly [string, string])[] = [
  ['Example Payments Ltd', 'EXAMPLE PAYMENTS LIMITED'],
  ['Example Payments Ltd', 'Example Payments Ltd.'],
  ['Example Payments Ltd', 'Example Payments'],
  ['Example SAS', 'Example S.A.S.'],
  ['Example SAS', 'EXAMPLE, S. A. S.'],
  ['Example GmbH', 'Example Gesellschaft mit beschränkter Haftung'],
  ['Example GmbH & Co. KG', 'EXAMPLE GMBH AND CO KG'],
  ['Example Sp. z o.o.', 'Example spółka z ograniczoną odpowiedzialnością'],
  ['ООО «Ромашка»', 'Ромашка, Общество с ограниченной ответственностью'],
  ['PJSC Example', 'Example, Public Joint Stock Company'],
  ['Société Example S.A.', 'SOCIETE EXAMPLE SA'],
  ['Straße & Söhne AG', 'STRASSE AND SOHNE AG'],
  ['The Example Company Limited', 'Example Co Ltd'],
  ["O'Example Ltd", 'OEXAMPLE LTD'],
  ['Ｅｘａｍｐｌｅ\u00a0Ltd', 'Example  Ltd'],
  ['某某股份有限公司', '某某'],
];
const different: readonly (readonly [string, string])[] = [
  ['Example GmbH', 'Example AG'],
  ['Example Payments Ltd', 'Example Payment Ltd'],
  ['Example 1 Ltd', 'Example 2 Ltd'],
  ['Example Payments Ltd', 'Payments Example Ltd'],
  ['Limited', 'Ltd'],
  ['', ''],
  ['???', '!!!'],
  ['SE Asia Trading', 'Asia Trading SE'],
];

const equal = (left: string, right: string): boolean => {
  const [a, b] = [normalName(left), normalName(right)];
  return a.base !== '' && a.base === b.base && formsAgree(a, b);
};

for (const [left, right] of same) {
  test(`${left} is ${right}`, () => {
    assert.ok(equal(left, right), `${normalName(left).base} and ${normalName(right).base}`);
    const shared = nameKeys(normalName(left)).filter((key) => nameKeys(normalName(right)).includes(key));
    assert.ok(shared.length > 0, 'they share no lookup');
  });
}
for (const [left, right] of different) test(`${left} is not ${right}`, () => assert.not(equal(left, right)));

test('every own spelling of a legal form is removed from the end of a name, and leading forms from its start', () => {
  const own = forms.filter(({ origin }) => origin === 'own');
  assert.ok(own.length > 350, String(own.length));
  for (const { form, leads } of own) {
    assert.is(normalName(`Zenithal ${form}`).base, 'zenithal', form);
    if (leads) assert.is(normalName(`${form} Zenithal`).base, 'zenithal', form);
  }
});

test('a name of common words alone has one lookup, the whole name', () => {
  assert.equal(nameKeys(normalName('International Trading Group Ltd')), ['=international trading group']);
  assert.equal(nameKeys(normalName('Zenithal International Trading')), ['zenithal']);
  assert.equal(nameKeys(normalName('  ')), []);
});

test('any text has a normal form, which is that of itself, in words of bounded length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      const { base, forms } = normalName(text);
      assert.is(normalName(text.toUpperCase().toLowerCase()).base.length > 0, base.length > 0);
      if (forms.length === 0 && !base.startsWith('the ')) assert.is(normalName(base).words.join(' '), base);
      for (const key of nameKeys(normalName(text))) assert.ok(key.length <= 60);
    }),
    { numRuns: runsOf(2000) },
  );
  assert.is(nameKeys(normalName('x'.repeat(1_000_000))).length, 1);
});

type ListedName = readonly [name: string, kind: 'primary' | 'alias' | 'previous', weak?: boolean];

const named = (name: string) => ({
  name,
  normal: normalName(name),
  read: () => readName(name, 'organisation'),
});

const entry = (
  names: readonly ListedName[],
  countries: readonly string[] = [],
  dates: readonly string[] = [],
): ListedOrganisation => ({
  names: names.map(([name, kind, weak = false]) => ({
    kind,
    weak,
    part: null,
    written: { name, kind },
    ...named(name),
  })),
  countries,
  dates,
});
const own = (
  names: readonly string[],
  country: string | null = null,
  dates: readonly string[] = [],
): OwnOrganisation => {
  const all = names.map(named);
  const [legalName = named('')] = all;
  return { legalName, names: all, country, dates };
};

const evidence: readonly {
  readonly name: string;
  readonly entry: ListedOrganisation;
  readonly own: OwnOrganisation;
  readonly level: string | null;
  readonly particular?: string;
}[] = [
  {
    name: 'legal name and country',
    entry: entry([['EXAMPLE LTD', 'primary']], ['FR', 'DE']),
    own: own(['Example Limited'], 'FR'),
    level: 'L2',
    particular: 'country FR',
  },
  {
    name: 'legal name and date',
    entry: entry([['EXAMPLE LTD', 'primary']], [], ['2011', '2012-03-04']),
    own: own(['Example Limited'], 'FR', ['2012-03-04']),
    level: 'L2',
    particular: 'date 2012-03-04',
  },
  {
    name: 'legal name, another country',
    entry: entry([['EXAMPLE LTD', 'primary']], ['DE']),
    own: own(['Example Limited'], 'FR'),
    level: 'L3',
  },
  {
    name: 'legal name, no country on either side',
    entry: entry([['EXAMPLE LTD', 'primary']]),
    own: own(['Example Limited']),
    level: 'L3',
  },
  {
    name: 'a name of ours that is not the legal one, same country',
    entry: entry([['EXAMPLE', 'primary']], ['FR']),
    own: own(['Other SAS', 'Example'], 'FR'),
    level: 'L3',
  },
  {
    name: 'a strong alias, same country',
    entry: entry(
      [
        ['OTHER', 'primary'],
        ['EXAMPLE', 'alias'],
      ],
      ['FR'],
    ),
    own: own(['Example SAS'], 'FR'),
    level: 'L3',
  },
  {
    name: 'a former name',
    entry: entry([
      ['OTHER', 'primary'],
      ['EXAMPLE', 'previous'],
    ]),
    own: own(['Example SAS'], 'FR'),
    level: 'L3',
  },
  {
    name: 'a weak alias',
    entry: entry(
      [
        ['OTHER', 'primary'],
        ['EXAMPLE', 'alias', true],
      ],
      ['FR'],
    ),
    own: own(['Example SAS'], 'FR'),
    level: 'weak',
  },
  {
    name: 'a weak alias and the primary name: the surer one',
    entry: entry(
      [
        ['EXAMPLE', 'alias', true],
        ['Example', 'primary'],
      ],
      ['FR'],
    ),
    own: own(['Example SAS'], 'FR'),
    level: 'L2',
    particular: 'country FR',
  },
  {
    name: 'another legal form',
    entry: entry([['EXAMPLE AG', 'primary']], ['FR']),
    own: own(['Example GmbH'], 'FR'),
    level: null,
  },
  { name: 'no name', entry: entry([]), own: own(['Example GmbH'], 'FR'), level: null },
];

for (const { name, entry: listed, own: ours, level, particular } of evidence) {
  test(`level: ${name} is ${level ?? 'nothing'}`, () => {
    const found = nameEvidence(listed, ours);
    assert.is(found?.level ?? null, level);
    const { particular: given = null } = found ?? {};
    assert.is(given === null ? undefined : `${given.kind} ${given.value}`, particular);
  });
}

test.run();

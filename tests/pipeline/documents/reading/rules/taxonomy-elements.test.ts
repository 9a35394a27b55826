/** Elements of ESMA's taxonomy that the rules name, beside the numbers of the template that they read. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldRules } from '../../../../../pipeline/documents/reading/rule-set.ts';
import type { TemplateNumbers } from '../../../../../pipeline/documents/reading/rules/field-rules.ts';
import { hasSharedData, sharedText } from '../../../../support/shared-data.ts';

const test = suite('elements of the taxonomy');

const table = 'esma-mica/taxonomy/mica-taxonomy-2025-03-31.elements.csv';

/** Number of the template by element; null of an element that the taxonomy gives none. */
const numbers = new Map<string, string | null>(
  (hasSharedData(table) ? sharedText(table) : '').split('\n').flatMap((line) => {
    const element = /^mica:(\w+),/.exec(line)?.[1];
    const number = /,"?([A-J])\.0?(\d{1,2}) /.exec(line);
    return element === undefined ? [] : [[element, number === null ? null : `${number[1]}.${number[2]}`] as const];
  }),
);

interface Place {
  readonly field: string;
  readonly elements: readonly string[];
  readonly cells: TemplateNumbers;
}

const places: readonly Place[] = fieldRules.flatMap(({ field, others = [], record, ...own }) => [
  ...[own, ...others].map(({ tags = [], tagTexts = [], cells = {} }) => ({
    field,
    elements: [...tags, ...tagTexts],
    cells,
  })),
  ...[...(record?.members ?? []), ...(record?.instead?.yes ?? []), ...(record?.instead ? [record.instead] : [])].map(
    ({ elements, cells }) => ({ field, elements, cells }),
  ),
]);

/** Cells whose text the taxonomy splits into elements of other kinds: addresses, an enumeration, a number of tokens. */
const without = [
  'issuer_identity A.3',
  'issuer_identity A.4',
  'issuer_identity B.4',
  'issuer_authorisation A.17',
  'supply_policy E.12',
];

if (hasSharedData(table)) {
  test('every element that a rule names is one of the taxonomy', () => {
    assert.is(numbers.size, 512);
    assert.equal(
      places.flatMap(({ elements }) => elements).filter((element) => !numbers.has(element)),
      [],
    );
  });

  test('an element with a number is read where a cell of this number is', () => {
    const strays = places.flatMap(({ field, elements, cells }) =>
      elements.flatMap((element) => {
        const number = numbers.get(element) ?? null;
        return number === null || Object.values(cells).flat().includes(number) ? [] : [`${field} ${element} ${number}`];
      }),
    );
    assert.equal(strays, []);
  });

  test('a cell that a rule reads has an element of its number', () => {
    const missing = places.flatMap(({ field, elements, cells }) => {
      const tagged = new Set(elements.map((element) => numbers.get(element)));
      return Object.values(cells)
        .flat()
        .filter((number) => !tagged.has(number))
        .map((number) => `${field} ${number}`);
    });
    assert.equal([...new Set(missing)].sort(), without.toSorted());
  });
}

test.run();

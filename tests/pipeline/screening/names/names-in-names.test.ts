/** Names that a cell states beside others: every one of them, and those that persons had at birth. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { everyPart, mostParts, partsOf } from '../../../../pipeline/screening/names/names-in-names.ts';
import { partText } from '../../../../pipeline/screening/names/agreement-text.ts';
import { sidesOfMatch } from '../../../../pipeline/screening/names/agreement-templates.ts';
import { type LevelledPair, testLevels } from './level-cases.ts';

const many = ['Quarnholt', 'Tarnfeld', 'Brindlemoor', 'Mulgravia', 'Beldamar', 'Ostrikant', 'Zephyrine'];

const organisations: Readonly<Record<string, readonly LevelledPair[]>> = {
  'a mark in front of the only name': [
    ['Quarnholt', 'formerly known as Quarnholt', 'L3'],
    ['Quarnholt', 'Formerly known as: Quarnholt', 'L3'],
    ['Quarnholt', 'f/k/a Quarnholt Ltd', 'L3'],
    ['Quarnholt', 'F.K.A. Quarnholt', 'L3'],
    ['Quarnholt', 'formerly Quarnholt', 'L3'],
    ['Quarnholt', 'Formerly: Quarnholt', 'L3'],
    ['Quarnholt', '(previously known as Quarnholt)', 'L3'],
    ['Owned Motors', 'Previously Owned Motors', null],
    ['Tarnfeld', 'formerly known as', null],
  ],
  'further words for a former name': [
    ['Quarnholt', 'Brindlemoor (previously registered as Quarnholt)', 'L3'],
    ['Quarnholt', 'Brindlemoor, formerly trading as Quarnholt', 'L3'],
    ['Quarnholt', 'Brindlemoor (former name: Quarnholt)', 'L3'],
    ['Quarnholt', 'Brindlemoor (former names: Quarnholt; Tarnfeld)', 'L3'],
    ['Tarnfeld', 'Brindlemoor (former names: Quarnholt; Tarnfeld)', 'L3'],
    ['Quarnholt', 'Brindlemoor GmbH (zuvor: Quarnholt)', 'L3'],
  ],
  'more than four names in a cell': many.flatMap((name): readonly LevelledPair[] => [
    [name, many.join('; '), 'L3'],
    [name, many.map((one, at) => `${'abcdefg'.charAt(at)}) ${one}`).join(' '), 'L3'],
    [name, `Kestrel (formerly ${many.join('; ')})`, 'L3'],
  ]),
};

const persons: Readonly<Record<string, readonly LevelledPair[]>> = {
  'a family name at birth': [
    ['Anna Quarnholt', 'Anna Tasfirova (née Quarnholt)', 'L3'],
    ['Anna Quarnholt', 'TASFIROVA, Anna (née Quarnholt)', 'L3'],
    ['Anna Quarnholt', 'Anna Tasfirova née Quarnholt', 'L3'],
    ['Anna Maria Quarnholt', 'Anna Maria Tasfirova, nee Quarnholt', 'L3'],
    ['Anna Quarnholt', 'Anna Tasfirova, geb. Quarnholt', 'L3'],
    ['Anna Quarnholt', 'Anna Tasfirova z domu Quarnholt', 'L3'],
    ['Anna Quarnholt', 'Anna Tasfirova (maiden name: Quarnholt)', 'L3'],
    ['Анна Кварнхольт', 'Анна Тасфирова (урождённая Кварнхольт)', 'L3'],
    ['Anna van der Quarnholt', 'Anna Tasfirova (née van der Quarnholt)', 'L3'],
    ['Anna Quarnholt', 'Anna Tasfirova (née Anna Quarnholt)', 'L3'],
    ['Boris Quarnholt', 'Anna Tasfirova (née Quarnholt)', null],
    ['Anna Tasfirova', 'Anna Tasfirova (née Quarnholt)', 'L3'],
  ],
};

testLevels(organisations, 'organisation');
testLevels(persons, 'person');

test('a family name at birth is quoted as the list states it', () => {
  const [, part] = partsOf('Anna Tasfirova (née Quarnholt)', 'person');
  assert.is(part?.name, 'Anna Quarnholt');
  assert.is(
    part === undefined ? '' : partText(sidesOfMatch.listedName, part),
    'The listed name states “Quarnholt” after “née”.',
  );
});

test('a family name at birth is no name of an organisation', () => {
  assert.equal(
    partsOf('Tarnfeld Holdings (née Quarnholt)', 'organisation').map(({ name }) => name),
    ['Tarnfeld Holdings', 'Quarnholt'],
  );
});

test('a hostile cell has a bound on its names', () => {
  const cell = Array.from({ length: mostParts + 7 }, (_, at) => `Quarn${at}`).join('; ');
  assert.is(everyPart(cell, 'organisation').length, mostParts + 7);
  assert.is(partsOf(cell, 'organisation').length, mostParts);
});

test.run();

import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { closedAnswer } from '../../../../../pipeline/documents/reading/notation/closed-answers.ts';
import {
  countryNamed,
  countryOfAddress,
  lawNamed,
} from '../../../../../pipeline/documents/reading/notation/places-of-law.ts';
import {
  basisPointsOf,
  currencyOf,
  languageOf,
  numberOf,
  wordNumberOf,
} from '../../../../../pipeline/documents/reading/notation/values.ts';
import { anyCharacter } from '../../../../support/any-character.ts';
import { dateOf } from '../../../../../pipeline/documents/reading/notation/dates.ts';

const test = suite('values as documents write them');

type Case = readonly [text: string, value: string | null];
const table = (name: string, read: (text: string) => string | null, cases: readonly Case[]): void => {
  for (const [text, value] of cases) test(`${name}: ${JSON.stringify(text)}`, () => assert.is(read(text), value));
};

table('closed answer', closedAnswer, [
  ['false', 'no'],
  ['FALSE', 'no'],
  ['‘False’ – No.', 'no'],
  ['False.', 'no'],
  ['True', 'yes'],
  ['yes, see below', 'yes'],
  ['TRUE Established less than 3 years ago', null],
  ['N/A', 'notApplicable'],
  ['NA', 'notApplicable'],
  ['Not applicable.', 'notApplicable'],
  ['Not applicable. See explanation under E.03.', 'notApplicable'],
  ['Not applicable, as public offering has already been completed and it is only relevant there', 'notApplicable'],
  ['Not applicable as there is no legal contract that governs how holders may use the tokens', 'notApplicable'],
  ['N/A However, future adjustments could be introduced', null],
  ['Not applicable, except for holders in France', null],
  ['not unavailable to residents of the Union', null],
  ['None', 'none'],
  ['None. Platforms may impose restrictions of their own.', 'none'],
  ['None, but holders in France are excluded', null],
  ['No fees are charged', null],
  ['No, unless the issuer decides otherwise', null],
  ['Nation', null],
  ['', null],
]);

table('number', numberOf, [
  ['1,234.50', '1234.5'],
  ['2,100,000,000', '2100000000'],
  ['007', '7'],
  ['12,34', null],
  ['1.234,5', null],
  ['1 234', null],
  ['-5', null],
  ['', null],
]);
table('basis points', basisPointsOf, [
  ['0.1', '10'],
  ['0.10', '10'],
  ['1', '100'],
  ['0.125', '12.5'],
  ['0', '0'],
]);
table('count', wordNumberOf, [
  ['14', '14'],
  ['five', '5'],
  ['Thirty (30)', '30'],
  ['five (6)', null],
  ['several', null],
]);
table('date', dateOf, [
  ['2025-11-03.', '2025-11-03'],
  ['3 November 2025', '2025-11-03'],
  ['November 3rd, 2025', '2025-11-03'],
  ['30 Feb 2025', null],
  ['03/11/2025', null],
  ['At the earliest on 2025-11-28', null],
  ['November 2025', null],
]);
table('language', languageOf, [
  ['English.', 'en'],
  ['English (EN)', 'en'],
  ['English and German', null],
  ['The language of the issuer', null],
]);
table('currency', currencyOf, [
  ['USD', 'USD'],
  ['US dollars', 'USD'],
  ['€', 'EUR'],
  ['$', null],
  ['the', null],
]);
table('law', lawNamed, [
  ['Switzerland', 'CH'],
  ['the British Virgin Islands', 'VG'],
  ['the State of New York', 'US-NY'],
  ['England and Wales', 'GB-EAW'],
  ['Dutch', 'NL'],
  ['Georgia', null],
  ['Ruritania', null],
]);
table('country', countryNamed, [
  ['The Netherlands', 'NL'],
  ['VG', 'VG'],
  ['CA', null],
  ['New York', null],
  ['Georgia', null],
]);
table('country of an address', countryOfAddress, [
  ['Gubelstrasse 11, 6300 Zug, Switzerland', 'CH'],
  ['Intershore Chambers, 3rd Floor Geneva Place, Road Town, Tortola, VG1110, VG', 'VG'],
  ['Example House, Tortola VG1110 BRITISH VIRGIN ISLANDS (VG)', 'VG'],
  ['Example House, Tortola BRITISH VIRGIN ISLANDS (KY)', null],
  ['Nadia Ecurystraat 31D, Amsterdam 1087 VV, Netherlands', 'NL'],
  ['1 Main Street, San Francisco, CA', null],
  ['12 Rue de Malte, Paris, France', 'FR'],
  ['Ireland, care of A. Smith', null],
]);

test('no text of any kind is read as two things', () => {
  const texts = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.constantFrom('__proto__', 'constructor'));
  fc.assert(
    fc.property(texts, (text) => {
      for (const read of [
        closedAnswer,
        numberOf,
        dateOf,
        languageOf,
        lawNamed,
        countryOfAddress,
        wordNumberOf,
        currencyOf,
      ]) {
        const value = read(text);
        assert.ok(value === null || value.length > 0);
      }
    }),
  );
});

test.run();

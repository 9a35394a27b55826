import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readName } from '../../../../pipeline/screening/names/similar.ts';
import type { NameMode, ReadName } from '../../../../pipeline/screening/names/reading/word.ts';

/** `zenith:name bank:domain`, and the kinds of legal forms. */
const words = (name: string, mode: NameMode = 'organisation'): string => {
  const read: ReadName = readName(name, mode);
  const forms = read.forms.length === 0 ? '' : ` [${read.forms.join(' ')}]`;
  return `${read.words.map(({ text, kind }) => `${text}:${kind}`).join(' ')}${forms}`;
};

const organisations: readonly (readonly [name: string, read: string])[] = [
  ['', ''],
  ['…!?', ''],
  ['Ltd', 'ltd:name'],
  ['The', 'the:name'],
  ['France', 'france:name'],
  ['1984', '1984:number'],
  ['Seven', 'seven:name'],
  ['ZENITH BANK LTD.', 'zenith:name bank:domain [limited]'],
  ['The Zenith Bank', 'zenith:name bank:domain'],
  ['Zenith L.P.', 'zenith:name [partnership]'],
  ['Zenith S. A.', 'zenith:name [joint-stock]'],
  ['Zenith Compnay Limted', 'zenith:name [limited other]'],
  ['ООО «Ромашка»', 'romashka:name [limited]'],
  ["L'Étoile", 'letoile:name'],
  ['Zenith Fund III', 'zenith:name fund:generic iii:number'],
  ['Zenith V', 'zenith:name v:number'],
  ['V Zenith', 'v:stop zenith:name'],
  ['Zenith United Kingdom', 'zenith:name unitedkingdom:place'],
  ['Zenith №7', 'zenith:name no:stop 7:number'],
  ['Zenith Secret Guard (ZSG)', 'zenith:name secret:name guard:name'],
  ['Zenith (XYZ)', 'zenith:name xyz:name'],
  ['北京', 'bei:stop jing:name'],
];

for (const [name, read] of organisations) test(`"${name}" reads ${read}`, () => assert.is(words(name), read));

const persons: readonly (readonly [name: string, read: string])[] = [
  ['', ''],
  ['Dr.', 'dr:name'],
  ['Dr. Ali Zenithal Jr.', 'ali:name zenithal:name'],
  ['ZENITHAL, Ali', 'ali:name zenithal:name'],
  ['Zenithal, Ali, Jr', 'zenithal:name ali:name'],
  ['Ali V. al-Zenithal', 'ali:name v:initial al:particle zenithal:name'],
  ['Abdulrahman', 'abdul:particle rahman:name'],
  ['Abdullah', 'abdullah:name'],
  ['Al-Hasan Ltd', 'al:particle hasan:name ltd:name'],
];

for (const [name, read] of persons) {
  test(`the person "${name}" reads ${read}`, () => assert.is(words(name, 'person'), read));
}

test('words are kept as written, beside their form in ASCII', () => {
  const written = (name: string, mode: NameMode) => readName(name, mode).words.map((word) => word.written);
  assert.equal(written('Société «Étoile» A.B. d’Or', 'organisation'), ['Société', 'Étoile', 'A.B.', "d'Or"]);
  assert.equal(written('A B C Trading', 'organisation'), ['A B C', 'Trading']);
  assert.equal(written('Abdulrahman', 'person'), ['Abdul', 'rahman']);
  assert.equal(written('삼성', 'organisation'), ['삼', '성']);
});

test('a repeated word weighs less the second time', () => {
  const [first, second] = readName('Zenithal Zenithal', 'person').words;
  assert.ok((second?.mass ?? 0) < (first?.mass ?? 0));
});

test('a word without vowels weighs more than its letters', () => {
  assert.is(readName('محمد', 'person').words[0]?.mass, 6);
  assert.is(readName('abcd', 'person').words[0]?.mass, 4);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sidesOfPair } from '../../../../pipeline/screening/names/agreement-templates.ts';
import { agreementText } from '../../../../pipeline/screening/names/agreement-text.ts';
import { compareNames } from '../../../../pipeline/screening/names/compare-names.ts';
import type { NameMode } from '../../../../pipeline/screening/names/reading/word.ts';

const test = suite('the words in which two names agree, as sentences');

interface Case {
  readonly what: string;
  readonly mode: NameMode;
  readonly names: readonly [first: string, second: string];
  readonly text: string;
}

const cases: readonly Case[] = [
  {
    what: 'a word that both names have is not in one of them only',
    mode: 'person',
    names: ['Sergey Sergey Shoigu', 'Sergey Shoigu'],
    text: 'Both have “Sergey” and “Shoigu”. The first name has “Sergey” more often.',
  },
  {
    what: 'a repeated word beside one that the other name does not have',
    mode: 'person',
    names: ['ABDULHAI SALEK', 'ABDULHAI ABDUL GHAFOOR SALEK'],
    text: 'Both have “ABDUL”, “HAI” and “SALEK”. The second name has “ABDUL” more often. Only the second name has “GHAFOOR”.',
  },
  {
    what: 'a word in other letters of one script is not quoted as the word of both',
    mode: 'person',
    names: ['בנימין נתניחו', 'בנימין נתניהו'],
    text: 'Both have “בנימין”. “נתניחו” and “נתניהו” are the same in Latin letters.',
  },
  {
    what: 'the case of letters of another script makes no other word',
    mode: 'person',
    names: ['ВЛАДИМИР ПУТИН', 'Владимир Путин'],
    text: 'Both have “ВЛАДИМИР” and “ПУТИН”.',
  },
  {
    what: 'two words with other letters are spelled otherwise, not divided otherwise',
    mode: 'person',
    names: ['Si Jinpin', 'Xi Jinping'],
    text: '“Si Jinpin” is spelled “Xi Jinping”.',
  },
  {
    what: 'two words with the same letters are divided otherwise',
    mode: 'person',
    names: ['Rihong Chulmin', 'Ri Hongchulmin'],
    text: '“Rihong Chulmin” is divided as “Ri Hongchulmin”.',
  },
];

for (const { what, mode, names, text } of cases) {
  test(`${what}: ${names.join(' / ')}`, () => {
    const found = compareNames(...names, mode);
    assert.is(found === null ? null : agreementText(found, sidesOfPair), text);
  });
}

test.run();

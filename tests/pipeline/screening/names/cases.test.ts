import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sidesOfMatch } from '../../../../pipeline/screening/names/agreement-templates.ts';
import { partText } from '../../../../pipeline/screening/names/agreement-text.ts';
import { partsOf } from '../../../../pipeline/screening/names/names-in-names.ts';
import { type LevelledPair, testLevels } from './level-cases.ts';

/** Kinds of differences between two writings of a name, and the level that each has, whichever side is listed. */
const organisations: Readonly<Record<string, readonly LevelledPair[]>> = {
  'a form written together with the name': [
    ['JSCARGUMENT', 'JSC Argument', 'L4'],
    ['JSCARGUMENT', 'Argument', 'L4'],
    ['OJSCTEKHNOMASH', 'Tekhnomash OJSC', 'L4'],
    ['LLCVEKTOR', 'Vektor LLC', 'L4'],
    ['LLCVEKTOR', 'Vektor JSC', null],
    ['JSCARGUMENT', 'Argument GmbH', null],
  ],
  'a name inside a name': [
    ['Oringo', 'ORX (formerly Oringo)', 'L3'],
    ['ORX', 'ORX (formerly Oringo)', 'L3'],
    ['Zelkova Freight', 'Brindlemoor Freight previously known as Zelkova Freight', 'L3'],
    ['Brindlemoor', 'Zelkova Group, now known as: Brindlemoor', 'L3'],
    ['Brindlemoor Ltd', 'Quarnholt B.V. trading as Brindlemoor', 'L3'],
    ['Quarnholt', 'Brindlemoor (ex-Quarnholt)', 'L3'],
    ['Tarnfeld', 'Brindlemoor f/k/a Quarnholt a.k.a. Tarnfeld', 'L3'],
    ['Tarnfeld', 'Brindlemoor Example Bureau of Tarnfeld and Nowhere', null],
    ['Alias Quarnholt', 'Formerly Quarnholt', null],
    ['Quarnholt', 'Brindlemoor f.n.a. Quarnholt', 'L3'],
    ['Quarnholt', 'Brindlemoor GmbH (vormals Quarnholt)', 'L3'],
    ['Quarnholt', 'Brindlemoor SA, anciennement Quarnholt', 'L3'],
    ['Quarnholt', 'Brindlemoor B.V. (voorheen Quarnholt)', 'L3'],
    ['Quarnholt', 'Brindlemoor S.A. anteriormente Quarnholt', 'L3'],
    ['Кварнхольт', 'Brindlemoor (Russian: Кварнхольт)', 'L3'],
    ['Кварнхольт', 'Бриндлемур (ранее Кварнхольт)', 'L3'],
    ['Federation', 'Brindlemoor (Russian Federation)', null],
    ['Company', 'Brindlemoor (Chinese Company)', null],
  ],
  'a legal form in front': [
    ['UAB "Quarnholt"', 'Quarnholt UAB', 'L3'],
    ['SIA Quarnholt', 'Quarnholt', 'L3'],
    ['AS Quarnholt', 'Quarnholt A/S', 'L3'],
    ['OÜ Quarnholt', 'Quarnholt OÜ', 'L3'],
    ['SARL Quarnholt', 'Quarnholt S.à r.l.', 'L3'],
    ['GmbH Quarnholt', 'Quarnholt AG', null],
    ['SAS Institute', 'Institute Inc', null],
    ['Quarnholt Cyf', 'Quarnholt Ltd', 'L3'],
    ['Quarnholt Cyfyngedig', 'Quarnholt Limited', 'L3'],
  ],
  'a form of Thai, Vietnamese, Persian or Arabic': [
    ['บริษัท สยามทดลอง จำกัด (มหาชน)', 'สยามทดลอง', 'L3'],
    ['บริษัทสยามทดลองจำกัด', 'สยามทดลอง', 'L3'],
    ['CTCP Quarnholt', 'Quarnholt JSC', 'L3'],
    ['Công ty Cổ phần Quarnholt', 'Quarnholt', 'L3'],
    ['Công ty TNHH Quarnholt', 'Quarnholt Ltd', 'L3'],
    ['Công ty TNHH Quarnholt', 'Quarnholt JSC', null],
    ['شرکت تستکاران (سهامی خاص)', 'تستکاران', 'L3'],
    ['شركة تستكاران ذ.م.م', 'تستكاران', 'L3'],
  ],
  'invisible characters, and entities': [
    ['Quarn\u200bholt Ltd', 'Quarnholt Ltd', 'L3'],
    ['Quarn\u00adholt Ltd', 'Quarnholt Ltd', 'L3'],
    ['Quarnholts\u00ad gruppe', 'Quarnholtsgruppe', 'L3'],
    ['\u2066Quarnholt\u2069 Ltd', 'Quarnholt Ltd', 'L3'],
    ['Quarn\u2060holt Ltd\ufe0f', 'Quarnholt Ltd', 'L3'],
    ['O&#39;Quarn &amp; Fils', "O'Quarn & Fils", 'L3'],
    ['Caf&eacute; Quarnholt', 'Café Quarnholt', 'L3'],
    ['Quarn &amp;amp; Holt', 'Quarn & Holt', 'L3'],
    ['Quarn&unknown;holt', 'Quarnholt', null],
  ],
  'words of companies in transliteration, in any case and gender': [
    ['Quarnholt Avtomatizatsiya', 'Quarnholt Automation', 'L4'],
    ['Кварнхольт Технологии Автоматизации', 'Kvarnkholt Automation Technologies', 'L4'],
    ['Quarnholtskiy Mekhanicheskiy Zavod', 'Quarnholt Mechanical Plant', 'L4'],
    ['Quarnholtskiy Mekhanicheskiy Zavod', 'Tarnfeld Mechanical Plant', null],
    ['Quarntreyd', 'Quarntrade', 'L4'],
    ['Quarnholt Institute named after A. Tarnfeld', 'Quarnholt Institute imeni A. Tarnfeld', 'L4'],
  ],
  'long forms with errors, and a form that is written together with the name': [
    ['OBSHCHESTVO S OGRANUCHENNOY OTVETSTVENOSTYU Quarnholt', 'Quarnholt LLC', 'L4'],
    ['JSCQUARNHOLT', 'Quarnholt', 'L4'],
    ['Oriental Quarnholt', 'Oriental Tarnfeld', null],
  ],
  'one word of a long form in two spellings': [
    ['OBSHCHESTVO S OGRANICHENNOI OTVESTVENNOSTYU Quarnholt', 'Quarnholt OOO', 'L4'],
    ['Obshchestvo s ogranichennoy otvetstvennostiu Quarnholt', 'ООО Quarnholt', 'L4'],
    ['Obschestvo s organichennoy otvetstvennostyu Quarnholt', 'Quarnholt LLC', 'L4'],
    ['Obshchestvo s ogranichenoi otvetstvenostyu Quarnholt', 'Quarnholt LLC', 'L4'],
    ['OBSHCHESTVO S OGRANICHENNOI OTVESTVENNOSTYU Quarnholt', 'Quarnholt JSC', null],
    ['OBSHCHESTVO S OGRANICHENNOI OTVESTVENNOSTYU Quarnholt', 'Tarnfeld LLC', null],
  ],
  'a company that is being wound up': [
    ['Tasfiye halinde Quarnholt Limited Sirketi', 'Quarnholt Limited Sirketi', 'L4'],
    ['Quarnholt Tarnfeld GmbH in Abwicklung', 'Quarnholt Tarnfeld GmbH', 'L4'],
    ['Quarnholt w likwidacji', 'Quarnholt', 'L3'],
    ['Quarnholt Ltd under liquidation', 'Quarnholt Ltd', 'L3'],
    ['Quarnholt B.V. in vereffening', 'Quarnholt B.V. in liquidation', 'L4'],
    ['Tasfiye halinde Quarnholt', 'Tasfiye halinde Tarnfeld', null],
  ],
  'the sign and the word of a number': [
    ['Quarnholt Mine #39', 'Quarnholt Mine No. 39', 'L4'],
    ['Quarnholt Mine Number 39', 'Quarnholt Mine №39', 'L4'],
    ['Quarnholt Mine No. 1', 'Quarnholt Mine Number One', 'L4'],
    ['Office # 39', 'Office No. 39', 'L4'],
    ['Office #39', 'Office #40', null],
    ['#Quarnholt', 'Tarnfeld', null],
  ],
  'an article written together with the first word': [
    ['Al Quarnholt Aluminium Company', 'Alquarnholt Aluminium Co.', 'L4'],
    ['AL-QUARNHOLT TRADING', 'ALQUARNHOLT TRADING', 'L4'],
    ['El Quarnholt Cement', 'Elquarnholt Cement', 'L4'],
    ['Trading Al Quarnholt', 'Trading Alquarnholt', 'L4'],
    ['Al Quarnholt Cement', 'Altarnfeld Cement', null],
    ['Of Quarnholt', 'Tarnfeld', null],
  ],
  'general words beside the one that names': [
    ['Quarnholt', 'Quarnholt Logistics Group', 'L4'],
    ['Chesk Investment', 'Chapsk Investments Group', null],
    ['Digital Corp', 'Digital Services', null],
  ],
  'numbered companies': [
    ['0871498 B.C. LTD.', '0871549 B.C. LTD.', null],
    ['0871498 B.C. LTD.', '871498 B.C. Ltd', 'L4'],
    ['9123-4567 Québec Inc.', '91234567 Quebec Inc', 'L3'],
    ['9123-4567 Québec Inc.', '9123-4576 Québec Inc.', null],
    ['Quarnholt 10234 Trading', 'Quarnholt 10235 Trading', null],
    ['3-D Quarnholt Ltd', '3D Quarnholt Limited', 'L3'],
    ['Quarnholt 140th Repair Plant', 'Quarnholt 140 Repair Plant', 'L4'],
    ['Quarnholt 2004-1', 'Quarnholt 20041', null],
  ],
  'forms and characters of Chinese, Japanese and Korean': [
    ['㈱テスタ商事', '株式会社テスタ商事', 'L3'],
    ['(有)テスタ商事', 'テスタ商事有限会社', 'L3'],
    ['㈜한빛시험', '주식회사 한빛시험', 'L3'],
    ['測華科技有限公司', '测华科技有限公司', 'L3'],
    ['國際測華股份有限公司', '国际测华', 'L3'],
    ['深圳市國華發展', '深圳市国华发展', 'L3'],
    ['テスタ商事株式会社', 'Tesuta Shoji K.K.', 'L4'],
    ['クォンホルト銀行', 'Kuonhorto Bank', 'L4'],
    ['深圳测华科技有限公司', '测华科技有限公司', 'L4'],
    ['上海测华激光科技有限公司', 'Shanghai Ce Hua Laser Technology Co., Ltd', 'L4'],
  ],
};

/** A given name in two languages or transliterations, and spellings of one name. */
const persons: Readonly<Record<string, readonly LevelledPair[]>> = {
  'a birth, a maiden name and a script in brackets': [
    ['Gleb Tasfirov', 'Gleb Tasfirov (born 1970)', 'L3'],
    ['Gleb Tasfirov', 'Gleb Tasfirov (born 5 May 1970)', 'L3'],
    ['Gleb Tasfirov', 'Gleb Tasfirov (DOB: 05/05/1970)', 'L3'],
    ['Maria Quarnholt', 'Maria Tasfirova (née Maria Quarnholt)', 'L3'],
    ['Maria Quarnholt', 'Maria Tasfirova (geb. Maria Quarnholt)', 'L3'],
    ['Глеб Тасфиров', 'Gleb Tasfirov (Cyrillic: Глеб Тасфиров)', 'L3'],
    ['Gleb Born', 'Gleb Tasfirov (Born)', 'L4'],
  ],
  'given names across languages': [
    ['Aleksandr Tasfirov', 'Alexander Tasfirov', 'L4'],
    ['Александр Тасфиров', 'Alexander Tasfirov', 'L4'],
    ['Alexey Tasfirov', 'Oleksii Tasfirov', 'L4'],
    ['Volodymyr Tasfirenko', 'Vladimir Tasfirenko', 'L4'],
    ['Iosif Tasfirov', 'Joseph Tasfirov', 'L4'],
    ['Mohd Tasfiri', 'Mohammed Tasfiri', 'L4'],
    ['Hanna Quarnholt', 'Anna Quarnholt', 'L4'],
    ['Uladzimir Quarnholt', 'Wladimir Quarnholt', 'L4'],
    ['Yauhen Quarnholt', 'Evgeny Quarnholt', 'L4'],
    ['Solomon Quarnholt', 'Suleiman Quarnholt', 'L4'],
    ['Mykhailo Quarnholt', 'Mikhail Quarnholt', 'L4'],
    ['Boris Quarnholt', 'Gleb Quarnholt', null],
  ],
  'patronymics of one name': [
    ['Olga Sergeevna Quarnholt', 'Volha Siarheeuna Quarnholt', 'L4'],
    ['Igor Nikolaevich Quarnholt', 'Ihar Mikalaevich Quarnholt', 'L4'],
    ['Sergey Vladimirovich Quarnholt', 'Serhiy Volodymyrovych Quarnholt', 'L4'],
    ['Boris Petrovich Quarnholt', 'Gleb Petrovich Tarnfeld', null],
  ],
  'the Arabic article, and vowels that are not written': [
    ['Abdul Karim Ibrahim', 'عبدالكريم إبراهيم', 'L4'],
    ['Ahmad al-Tikriti', 'أحمد التكريتي', 'L4'],
    ['Abdullah Quarnholti', 'عبد الله قرنهلتي', 'L4'],
    ['Ilya Vorontsov', 'أحمد التكريتي', null],
  ],
  'pinyin with the digits of its tones': [
    ['Quar1 Wei3', 'Quar Wei', 'L3'],
    ['Zhang Wei', 'Zhang1 Wei3', 'L3'],
    ['张伟', 'Zhang1 Wei3', 'L4'],
    ['Li Zhiqiang', 'Li3 Zhi4qiang2', 'L3'],
    ['Lü Wenda', 'Lü3 Wen2da2', 'L3'],
    ['Zhang Min', 'Zhang1 Wei3', null],
    ['Quarn1 Holt', 'Quarn Holt', 'L4'],
    ['Quarn12 Holt34', 'Quarn Holt', null],
  ],
  'syllables of Hangul': [
    ['Choe Chun Sik', '최천식', 'L4'],
    ['Ri Kyong Chol', '리경철', 'L4'],
    ['Pak Il Kyu', '박일규', 'L4'],
    ['Kim Song Nam', '박일규', null],
  ],
};

testLevels(organisations, 'organisation');
testLevels(persons, 'person');

for (const [name, sentence] of [
  ['ORX (formerly Oringo)', 'The listed name states “Oringo” after “formerly”.'],
  ['Quarnholt, d/b/a Oringo', 'The listed name states “Oringo” after “d/b/a”.'],
  ['Tarnfeld (née Oringo)', 'The listed name states “Oringo” after “née”.'],
  ['Brindlemoor (Russian: Оринго)', 'The listed name states “Оринго” after “Russian:”.'],
] as const) {
  test(`the sentence on a part: ${name}`, () => {
    const part = partsOf(name, 'organisation').at(-1);
    assert.is(part === undefined ? '' : partText(sidesOfMatch.listedName, part), sentence);
  });
}

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { columnOf } from '../../../pipeline/registers/columns/columns.ts';
import { hasLostLetters, isDamageOf } from '../../../pipeline/registers/damaged-text.ts';
import { readRightly, wrongReadingsOf } from '../../../pipeline/registers/wrong-encodings.ts';

/** Windows-1252 by its table, because some versions of Node decode its first 32 bytes as controls. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const inEncoding = (bytes: Buffer, label: string): string =>
  label === 'windows-1252'
    ? bytes.toString('latin1').replace(/[\x80-\x9f]/g, (byte) => western.charAt(byte.charCodeAt(0) - 128))
    : new TextDecoder(label).decode(bytes);
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');

/** Names in languages of registers. */
const names = [
  'Börsenhaus Löwenstraße Verwahr GmbH',
  'Société Générale d’Épargne à l’Étoile',
  'Účetní a investiční společnost Říp, s.r.o.',
  'Przedsiębiorstwo Łódź Sp. z o.o.',
  'Kryptoměnová Burza Žižkov a.s.',
  'Şirket İstanbul Yatırım A.Ş.',
  'Банка Запад Инвест ЕАД',
  'Εταιρεία Κρυπτονομισμάτων Αθηνών Α.Ε.',
  'Ķekava Vērtspapīri SIA',
  'Ånge Värdepapper AB',
];

for (const name of names) {
  const damages: readonly (readonly [string, string])[] = [
    ['a lost character for each letter', name.replace(/[^\0-\x7f]/g, '\ufffd')],
    ['two for each letter', name.replace(/[^\0-\x7f]/g, '\ufffd\ufffd')],
    ['question marks', name.replace(/[^\0-\x7f]/g, '?')],
    ['UTF-8 read as Windows-1252', inEncoding(utf8(name), 'windows-1252')],
    [
      'the same without the characters of control, and soft hyphens',
      inEncoding(utf8(name), 'windows-1252').replace(/[\x80-\x9f\xad]/g, ''),
    ],
    ['the same with question marks for them', inEncoding(utf8(name), 'windows-1252').replace(/[\x80-\x9f]/g, '?')],
    ['UTF-8 read as Windows-1250', inEncoding(utf8(name), 'windows-1250')],
    ['UTF-8 read as Mac Roman', inEncoding(utf8(name), 'macintosh')],
    ['bytes of a URL', name.replace(/[^\0-\x7f]/g, (letter) => encodeURIComponent(letter))],
    [
      'escapes of JSON',
      name.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['numbers of HTML', name.replace(/[^\0-\x7f]/g, (letter) => `&#${letter.charCodeAt(0)};`)],
  ];
  for (const [how, damaged] of damages) {
    test(`${name}: ${how}`, () => {
      assert.is(isDamageOf(name, damaged), true, damaged);
      assert.is(isDamageOf(damaged, name), false, 'the damage has a direction');
      assert.is(columnOf('legal_name').difference(name, damaged), 'editorial');
      assert.is(columnOf('legal_name').difference(damaged, name), 'editorial');
    });
  }
}

test('a letter of one byte that another encoding reads as another letter is damage', () => {
  assert.is(isDamageOf('Příbramská správa a.s.', 'Pøíbramská správa a.s.'), true, 'Windows-1250 as 1252');
  assert.is(
    isDamageOf('Банка Запад', inEncoding(Buffer.from(Array.from('Банка Запад', cyrillic)), 'windows-1252')),
    true,
  );
  assert.ok(wrongReadingsOf('é').has('Ã©'));
});
const cyrillic = (letter: string): number => (letter === ' ' ? 0x20 : letter.charCodeAt(0) - 0x410 + 0xc0);

test('letters that a program left out are damage', () => {
  assert.is(isDamageOf('Börsenhaus Löwe', 'Brsenhaus Lwe'), true);
  assert.is(isDamageOf('Société Épargne', 'Socit pargne'), true);
  assert.is(isDamageOf('Société Épargne', 'Socit Épargne'), false, 'one of them stayed');
  assert.is(isDamageOf('Alpha – Beta', 'Alpha  Beta'), false, 'a dash is no letter');
});

for (const [before, after] of [
  ['Börsenhaus Löwe GmbH', 'Börsenhaus Tiger GmbH'],
  ['Børs Nord A/S', 'Börs Nord A/S'],
  ['Börsenhaus Löwe GmbH', 'Boersenhaus Loewe GmbH'],
  ['Börsenhaus Löwe GmbH', 'B\ufffdrsenhaus Tiger GmbH'],
  ['Bank', 'B?nk'],
  ['Älta Kapital', 'Åsta Kapital'],
  ['Crédit Nord', 'Crédit Sud'],
  ['Ö', ''],
  ['Банка „ДСК“ АД', 'Банка „ОББ“ АД'],
  ['ООО «АЛЬФА»', 'ООО „БЕТА“'],
  ['Εταιρεία «ΑΛΦΑ» Α.Ε.', 'Εταιρεία «ΒΗΤΑ» Α.Ε.'],
  ['阿卜杜勒·拉赫曼', '穆罕默德·哈桑'],
  ['Bank “Ö”', 'Bank «Ä»'],
  ['АльфаBank', 'Бета Bank'],
] as const) {
  test(`another name is no damage: ${before} and ${after}`, () => assert.is(isDamageOf(before, after), false));
}

for (const [damaged, right] of [
  ['BÃ¶rsenhaus LÃ¶wenstraÃŸe', 'Börsenhaus Löwenstraße'],
  ['L\u0092Étoile', 'L’Étoile'],
  ['O\u00e2\u0080\u0099Brien', 'O’Brien'],
  ['Ð‘Ð°Ð½ÐºÐ°', 'Банка'],
  ['Î•Ï„Î±Î¹Ï\u0081ÎµÎ¯Î±', 'Εταιρεία'],
  ['Prague Å½iÅ¾kov', 'Prague Žižkov'],
] as const) {
  test(`read in its own encoding: ${right}`, () => assert.is(readRightly(damaged), right));
}

/** A capital before a closing quote is a letter of UTF-8 too; the quote that opens shows that nothing is damaged. */
const quoted = ['OY ”SYLVÄ” AB', 'CAFÉ “MANHÃ” LDA', '«GRAND LÂ» SA', 'Fonden (“BLÅ”)'];

for (const right of [...names, 'NÃO S.A.', 'LEÓ» «JOYERÍA', 'PÂTISSERIE', '«Ñ»', 'ÅÄÖ®', 'Ünïcödé', ...quoted]) {
  test(`nothing to repair: ${right}`, () => assert.is(readRightly(right), null));
}

test('a question mark ends a name, and is no lost letter', () => {
  assert.is(hasLostLetters('Who’s next? GmbH'), false);
  assert.is(hasLostLetters('B?rsenhaus'), true);
  assert.is(hasLostLetters('B\ufffdrsenhaus'), true);
  assert.is(hasLostLetters('????? ?????'), true);
});

test('long hostile texts take linear time', () => {
  const good = 'ö?'.repeat(1000);
  assert.is(isDamageOf(good, '?'.repeat(8000)), false);
  assert.is(isDamageOf('ö'.repeat(2000), '\ufffd'.repeat(8000)), true);
});

test.run();

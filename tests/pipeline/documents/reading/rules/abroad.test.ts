/** Law, courts and notice in terms of other languages than English: what they state, and what takes it back. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { countAbroad, languageOfTexts } from '../../../../../pipeline/documents/reading/notation/languages.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { fieldRules } from '../../../../../pipeline/documents/reading/rule-set.ts';
import { emptyReading } from '../../../../../schemas/values/reading.ts';
import { inTerms, type Outcome } from '../form-outcomes.ts';

const test = suite('terms in other languages');

const courts = { code: 'courts_other' };
const days = (count: number): Outcome => ({ days: String(count), count: 'calendar' });
type Cases = readonly (readonly [text: string, outcome: Outcome])[];
const sentences: Readonly<Record<string, Cases>> = {
  governing_law: [
    ['Les présentes CGV sont soumises au droit français.', { law: 'FR' }],
    ['Le présent contrat est régi par la loi luxembourgeoise.', { law: 'LU' }],
    [
      'Ces conditions générales sont régies par la législation belge et la compétence est celle des tribunaux.',
      { law: 'BE' },
    ],
    ['La loi applicable au contrat conclu avec le client est la loi française.', { law: 'FR' }],
    ['Les présentes CGV sont soumises au droit français, sauf pour les consommateurs.', 'left'],
    ['Si vous résidez en Belgique, les présentes CGV sont soumises au droit belge.', 'left'],
    ['Les présentes CGV ne sont pas soumises au droit français.', undefined],
    ['Les présentes CGV sont soumises au droit français ou au droit belge.', undefined],
    ['Les cookies sont soumis au droit français.', undefined],
    ['Es gilt ausschließlich deutsches Recht.', { law: 'DE' }],
    ['Es gilt das Recht der Bundesrepublik Deutschland unter Ausschluss des UN-Kaufrechts.', { law: 'DE' }],
    ['Diese Nutzungsbedingungen unterliegen österreichischem Recht.', { law: 'AT' }],
    ['Für alle Ansprüche aus diesem Vertrag gilt deutsches Recht.', { law: 'DE' }],
    ['Auf diese Vereinbarung findet österreichisches Recht Anwendung.', { law: 'AT' }],
    ['Es gilt deutsches Recht, sofern Sie kein Verbraucher sind.', 'left'],
    ['Es gilt deutsches Recht und österreichisches Recht.', undefined],
    ['Estos Términos se rigen por la legislación española.', { law: 'ES' }],
    ['Estos Términos se rigen por la legislación española, salvo para los consumidores.', 'left'],
    ['Le presenti Condizioni sono regolate dalla legge italiana.', { law: 'IT' }],
    ['Le presenti Condizioni sono regolate dalla legge italiana, salvo diversa norma.', 'left'],
    ['Op deze voorwaarden is Nederlands recht van toepassing.', { law: 'NL' }],
    ['Op deze voorwaarden is Nederlands recht van toepassing, tenzij u consument bent.', 'left'],
    ['Op alle overeenkomsten met ons is Nederlands recht van toepassing.', { law: 'NL' }],
    ['Niniejszy regulamin podlega prawu polskiemu.', { law: 'PL' }],
    ['Prawem właściwym dla niniejszej umowy jest prawo polskie.', { law: 'PL' }],
  ],
  dispute_resolution: [
    ['En cas de litige, les tribunaux français seront seuls compétents.', courts],
    ['Tout litige relève de la compétence exclusive des tribunaux de Paris.', courts],
    ['Tout litige relève de la compétence exclusive des tribunaux de votre domicile.', 'left'],
    ['Tout litige avec un professionnel relève de la compétence exclusive des tribunaux de Paris.', 'left'],
    ['Les tribunaux français sont compétents.', undefined],
    ['Ausschließlicher Gerichtsstand für alle Streitigkeiten aus diesem Vertrag ist Berlin.', courts],
    ['Ausschließlicher Gerichtsstand für alle Streitigkeiten mit Kaufleuten ist Berlin.', 'left'],
    ['Las partes se someten, para cualquier litigio, a los juzgados y tribunales de Madrid.', courts],
    ['Las partes se someten a los juzgados y tribunales de su domicilio.', 'left'],
    ['Le controversie sono devolute in via esclusiva al foro di Milano.', courts],
    ['Alle geschillen worden voorgelegd aan de bevoegde rechter te Amsterdam.', courts],
    ['Alle geschillen worden voorgelegd aan de rechter in uw woonplaats.', 'left'],
  ],
  amendment_notice: [
    [
      'Toute modification des présentes conditions vous est notifiée au moins deux mois avant son entrée en vigueur.',
      days(60),
    ],
    [
      'Toute modification des conditions est notifiée avec un préavis de trente (30) jours avant son entrée en vigueur.',
      days(30),
    ],
    [
      'Toute modification des conditions est notifiée avec un préavis de trente (31) jours avant son entrée en vigueur.',
      'left',
    ],
    [
      'Änderungen dieser Nutzungsbedingungen werden Ihnen spätestens sechs Wochen vor ihrem Inkrafttreten mitgeteilt.',
      days(42),
    ],
    ['Änderungen dieser Bedingungen werden nicht mindestens 30 Tage vor dem Inkrafttreten mitgeteilt.', 'left'],
    ['Las modificaciones de los presentes términos se comunican con al menos 30 días de antelación.', days(30)],
    ['Le modifiche delle presenti condizioni sono comunicate con un preavviso di 15 giorni.', days(15)],
    ['Wijzigingen van deze voorwaarden delen wij minstens 30 dagen van tevoren mee.', days(30)],
    ['Toute modification des prix est notifiée au moins deux mois avant son entrée en vigueur.', undefined],
  ],
};
/** Nothing is stated: another contract, other parties, a part of the customers, a second law, or an act of the holder. */
const unstated: Readonly<Record<string, readonly string[]>> = {
  governing_law: [
    'Le contrat de garantie est régi par le droit anglais.',
    "Le contrat conclu entre l'émetteur et le dépositaire est régi par le droit luxembourgeois.",
    'Les présentes CGV sont soumises au droit français, belge ou suisse.',
    'Les présentes CGV sont soumises au droit français pour la France.',
    'Dans sa clause 5, la société écrit : « Les présentes conditions sont régies par le droit anglais ».',
    'Tout différend avec notre sous-traitant est régi par le droit anglais.',
    'Der Vertrag mit der Verwahrstelle unterliegt luxemburgischem Recht.',
    'Für diese Datenschutzerklärung gilt deutsches Recht.',
    'Es gilt deutsches Recht bei Verträgen mit Unternehmern.',
    'El contrato con el custodio se rige por la ley francesa.',
    'Estos Términos tampoco se rigen por la legislación española.',
    'Le presenti Condizioni sono regolate dalla legge italiana per gli utenti residenti in Italia.',
    'Op deze voorwaarden is Nederlands recht van toepassing op zakelijke klanten.',
    'Niniejszy regulamin podlega prawu polskiemu w zakresie umów z przedsiębiorcami.',
    'Für alle Rechnungen gilt deutsches Recht.',
    'Auf sämtliche Steuern und Abgaben findet deutsches Recht Anwendung.',
    'Auf alle Entgelte findet das Recht der Bundesrepublik Deutschland Anwendung.',
    'Für diese Website gilt deutsches Recht.',
    'Für diese Seiten und ihren Betrieb gilt deutsches Recht.',
    'Diese Bedingungen für die Umsatzsteuer unterliegen deutschem Recht.',
    'Diese Nutzungsbedingungen der Website unterliegen deutschem Recht.',
    'Op alle facturen is Nederlands recht van toepassing.',
    'Op alle belastingen en heffingen is Nederlands recht van toepassing.',
    'Op deze website is Nederlands recht van toepassing.',
    'Op deze pagina is Nederlands recht van toepassing.',
    'Op deze voorwaarden van de website is Nederlands recht van toepassing.',
    'Op deze voorwaarden voor facturen is Nederlands recht van toepassing.',
    'Prawem właściwym dla faktur jest prawo polskie.',
    'Prawem właściwym dla podatków i opłat jest prawo polskie.',
    'Prawem właściwym dla działania strony internetowej jest prawo polskie.',
    'Prawem właściwym dla regulaminu strony internetowej jest prawo polskie.',
    'Tout litige relatif à une facture est soumis au droit français.',
    'Les présentes conditions du site internet sont régies par le droit français.',
    'Les présentes conditions de facturation sont régies par le droit français.',
    'Estas condiciones del sitio web se rigen por la legislación española.',
    'Le presenti Condizioni di fatturazione sono regolate dalla legge italiana.',
  ],
  dispute_resolution: [
    'Les tribunaux de Paris sont seuls compétents pour les référés.',
    'Les tribunaux du pays du client sont seuls compétents.',
    'Ausschließlicher Gerichtsstand für alle Streitigkeiten mit unseren Lieferanten ist Berlin.',
    'Las partes se someten a los tribunales de la residencia del usuario.',
    'Le controversie tra la banca e il custode sono devolute in via esclusiva al foro di Milano.',
    'Alle geschillen met leveranciers worden voorgelegd aan de bevoegde rechter te Amsterdam.',
    'Ausschließlicher Gerichtsstand für alle Streitigkeiten aus Rechnungen ist Berlin.',
    'Ausschließlicher Gerichtsstand für alle Streitigkeiten über Steuern ist Berlin.',
    'Alle geschillen over facturen worden voorgelegd aan de bevoegde rechter te Amsterdam.',
    'Alle geschillen over deze website worden voorgelegd aan de bevoegde rechter te Amsterdam.',
    'Tout litige relatif à une facture relève de la compétence exclusive des tribunaux de Paris.',
    'Le controversie sulle fatture sono devolute in via esclusiva al foro di Milano.',
  ],
  amendment_notice: [
    'Vous pouvez accepter les modifications des conditions au plus tard 30 jours avant leur entrée en vigueur.',
    'Toute modification des conditions est notifiée au moins 30 jours avant ou 10 jours avant en urgence.',
    'Änderungen der Bedingungen müssen Sie spätestens 30 Tage vor dem Inkrafttreten widersprechen.',
    'Las modificaciones de las condiciones se comunican con al menos 30 días de retraso.',
    'Le modifiche delle condizioni sono comunicate con almeno 30 giorni dalla pubblicazione.',
    'Wijzigingen van deze voorwaarden moet u minstens 30 dagen van tevoren weigeren.',
  ],
};
for (const [field, texts] of Object.entries(unstated)) {
  const rules = fieldRules.find((one) => one.field === field);
  for (const text of texts)
    test(`${field} is not stated by: ${text}`, () => {
      const found = rules && inTerms(rules, text);
      assert.ok(found === undefined || found === 'left', JSON.stringify(found));
    });
}

for (const [field, cases] of Object.entries(sentences)) {
  const rules = fieldRules.find((one) => one.field === field);
  for (const [text, outcome] of cases)
    test(`${field}: ${text}`, () => assert.equal(rules && inTerms(rules, text), outcome));
}

const french =
  'Les conditions sont dans une page pour vous et les clients sur le site. Vous les lisez au moment où vous commandez.';
const english = 'The terms are on the page for you and the customers. You read this with any of the orders.';
const stated = (...texts: readonly string[]): unknown => {
  const blocks = texts.map((text, at) => ({ path: `p:nth-of-type(${at + 1})`, text, heading: null, own: true }));
  const reading = { ...emptyReading, class: 'html' as const, language: 'it', blocks };
  const profile = { id: 'terms', language: 'en' };
  const view = viewOf(reading, { kind: 'terms', profile, url: 'https://issuer.example/terms', isWhole: true });
  return readFields(view, fieldReaders).stated.find(({ field }) => field === 'governing_law')?.value;
};

test('the words of a document decide its language, not the tag of its file', () => {
  assert.is(languageOfTexts([french]), 'fr');
  assert.is(languageOfTexts([english]), 'en');
  assert.is(languageOfTexts([french, english]), null);
  assert.is(languageOfTexts(['Example AG']), null);
  const law = 'Les présentes CGV sont soumises au droit français.';
  assert.equal(stated(french, law), { law: 'FR' });
  assert.is(stated(english, english, law), undefined);
});

test('two sentences with different laws give none', () => {
  const [one, other] = [
    'Ces conditions sont régies par la loi belge.',
    'Ces conditions sont régies par la loi française.',
  ];
  assert.is(stated(french, one, other), undefined);
});

test('counts in words and figures agree, or are none', () => {
  const texts = ['trente (30)', '30', 'zwei', 'dos (3)', 'viele', 'dix'];
  assert.equal(texts.map(countAbroad), [30, 30, 2, null, null, 10]);
});

test.run();

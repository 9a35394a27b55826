/** Law of terms in other languages than English: the sentence is about the terms as a whole. */
import type { SentenceForm } from '../../forms/form.ts';
import { aboutTerms, endOfLaw, othersAbroad, termsIn } from './terms.ts';

/** Nothing that may be a second law follows. */
const alone = (and: string, courts: string): string => `(?!,? (?:${and})(?! (?:${courts}))(?![\\p{L}]))`;
const fr = alone(
  'et|ou|ainsi que',
  "(?:à|aux|au|les?|la|l') ?(?:la |les )?(?:compétence|juridiction|tribuna|exclusive)|interprét|tout",
);
const de = alone('und|oder|sowie', '(?:der|die|das|dem) gerichtsstand|gerichtsstand|die gerichte|ausschließlich');
const es = alone('y|o|e|u', '(?:se someten|los? tribunales|los juzgados|interpretar)');
const it = alone('e|o|ed|od|nonché', '(?:interpretat|il foro|qualsiasi|ogni)');
const nl = alone('en|of|alsmede', '(?:geschillen|alle geschillen|de rechter)');
const pl = alone('i|oraz|lub|albo', '(?:wszelkie|spory)');

const deApplies = `^(?:(?:\\(\\d{1,2}\\)|[\\d.]{1,6}) )?(?:(?:es|(?:für|auf) (?:diese[ns]?|die vorliegenden|sämtliche|alle) (?!streitigkeiten)${aboutTerms.de}[^.;]{3,120}) (?:gilt|findet)|${termsIn.de}[^.;]{0,80} (?:unterliegt|unterliegen)) (?:(?:ausschließlich|ausschliesslich|allein) )?(?:(?:das|dem) )?(?:(?:materielle|materiellem|sachliche) )?`;

const forms: readonly Omit<SentenceForm, 'value'>[] = [
  {
    id: 'fr-terms-governed-by',
    language: 'fr',
    pattern: `${termsIn.fr}(?:(?!\\b(?:régie?s?|soumise?s?)\\b)[^.;]){0,120} (?:est|sont|sera|seront) (?:(?:exclusivement|intégralement) )?(?:régie?s?|soumise?s?)(?: et interprétée?s?)?(?: exclusivement)? (?:conformément )?(?:par|au|à) (?:(?:la|le|les) |l')?(?:droit|loi|lois|législation) {lawAbroad}${fr}${endOfLaw.fr}`,
  },
  {
    id: 'fr-law-of-terms-is',
    language: 'fr',
    pattern: `^(?:[\\d.]{1,6} )?(?:la loi|le droit|la législation) applicable (?:aux?|à l[ae'] ?) ?(?:présente?s? )?(?:conditions|cgv|cgu|contrat|accord)[^.;]{0,80} est (?:la loi |le droit |la législation )?{lawAbroad}${fr}${endOfLaw.fr}`,
  },
  {
    id: 'fr-disputes-governed-by',
    language: 'fr',
    pattern: `^tout (?:différend|litige)[^.;]{0,200} (?:est|sera) (?:régi|soumis) (?:au fond )?(?:par le droit|par la loi|au droit|à la loi) {lawAbroad}${fr}${endOfLaw.fr}`,
    allowed: ['auquel [^.;,]{1,60} pourrait donner lieu'],
  },
  { id: 'de-law-word-applies', language: 'de', pattern: `${deApplies}{lawAbroad} recht${de}${endOfLaw.de}` },
  { id: 'de-law-of-place-applies', language: 'de', pattern: `${deApplies}recht {lawAbroad}${de}${endOfLaw.de}` },
  {
    id: 'es-terms-governed-by',
    language: 'es',
    pattern: `${termsIn.es}(?:(?!\\b(?:rigen|rige|regirán?)\\b)[^.;]){0,120} se (?:rigen?|regirán?)(?: e interpretarán| y se interpretarán?)?(?: exclusivamente)? (?:por|de acuerdo con|conforme a) (?:(?:la|las|el) )?(?:ley|leyes|legislación|derecho|normativa) {lawAbroad}${es}${endOfLaw.es}`,
  },
  {
    id: 'it-terms-governed-by',
    language: 'it',
    pattern: `${termsIn.it}(?:(?!\\b(?:regolat|disciplinat|soggett)\\p{L}\\b)[^.;]){0,120} (?:è|sono|saranno|sarà) (?:regolat|disciplinat|soggett)[oaie](?: (?:e|ed) interpretat[oaie])?(?: esclusivamente)? (?:dal|dalla|dalle|al|alla|secondo il|secondo la) (?:diritto|legge|leggi|legislazione) {lawAbroad}${it}${endOfLaw.it}`,
  },
  {
    id: 'nl-law-applies',
    language: 'nl',
    pattern: `^(?:[\\d.]{1,6} )?op (?:deze|onze|alle) ${aboutTerms.nl}[^.;]{3,140} is (?:uitsluitend |alleen )?(?:het )?{lawAbroad} recht van toepassing${nl}${endOfLaw.nl}`,
  },
  {
    id: 'pl-law-applies',
    language: 'pl',
    pattern: `(?:^(?:[\\d.]{1,6} )?prawem właściwym dla ${aboutTerms.pl}[^.;]{3,120} jest prawo|${termsIn.pl} podlega(?:ją)? prawu) {lawAbroad}${pl}${endOfLaw.pl}`,
  },
];

export const lawAbroad: readonly SentenceForm[] = forms.map((form) => ({
  ...form,
  value: { law: '$lawAbroad' },
  refused: othersAbroad,
}));

/** The law at the home of the holder. */
export const homeLawAbroad =
  '\\b(?:droit|loi)s? (?:de votre|du pays (?:où|dans lequel|de votre))[^.;]{0,60}(?:applique|applicable|régi)|\\brecht (?:ihres|des) (?:wohnsitz|aufenthalts|heimat)|\\bley(?:es)? de su (?:país|lugar)|\\blegge del (?:suo|tuo|vostro) paese|\\brecht van uw (?:woonplaats|land)|\\bprawo państwa twojego';

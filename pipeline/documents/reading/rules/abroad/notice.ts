/** Notice of changes of terms in other languages than English: so many days or months before the changes apply. */
import type { SentenceForm } from '../../forms/form.ts';
import { othersAbroad } from './terms.ts';

interface Unit {
  readonly slot: 'daysAbroad' | 'monthsAbroad' | 'weeksAbroad';
  readonly words: Readonly<Record<'fr' | 'de' | 'es' | 'it' | 'nl', string>>;
}
const units: readonly Unit[] = [
  {
    slot: 'daysAbroad',
    words: { fr: 'jours(?: calendaires)?', de: 'tagen?', es: 'días(?: naturales)?', it: 'giorni', nl: 'dagen' },
  },
  { slot: 'weeksAbroad', words: { fr: 'semaines', de: 'wochen', es: 'semanas', it: 'settimane', nl: 'weken' } },
  { slot: 'monthsAbroad', words: { fr: 'mois', de: 'monate?n?', es: 'mes(?:es)?', it: 'mes[ei]', nl: 'maand(?:en)?' } },
];

const formsOf = ({ slot, words }: Unit): readonly SentenceForm[] => {
  const value = { days: `$${slot}`, count: 'calendar' };
  const count = (language: keyof Unit['words']): string => `{${slot}} ${words[language]}`;
  return [
    {
      id: `fr-time-of-changes-of-${slot}`,
      language: 'fr',
      pattern: `\\bmodifications? (?:des|aux?|de ces|apportées? (?:aux?|à ces)) (?:présente?s? )?(?:conditions|cgvu?|cgu|contrat)[^.;]{0,200} (?:au moins|au minimum|au plus tard) ${count('fr')} (?:avant|précédant)`,
      value,
    },
    {
      id: `fr-notice-of-changes-of-${slot}`,
      language: 'fr',
      pattern: `\\bmodifications? (?:des|aux?|de ces|apportées? (?:aux?|à ces)) (?:présente?s? )?(?:conditions|cgvu?|cgu|contrat)[^.;]{0,200} (?:avec|moyennant) un préavis (?:d'au moins|minimum de|de) ${count('fr')}(?: au moins)?(?: avant|$|[.,])`,
      value,
    },
    {
      id: `de-notice-of-changes-of-${slot}`,
      language: 'de',
      pattern: `(?<![\\p{L}])änderungen (?:dieser|der|unserer) (?:allgemeinen )?(?:geschäfts|nutzungs|vertrags)?(?:bedingungen|agb)[^.;]{0,160} (?:spätestens|mindestens|wenigstens) ${count('de')} vor (?:dem |ihrem |der |deren )?(?:vorgeschlagenen |geplanten )?(?:zeitpunkt|inkrafttreten|wirksamwerden|in-kraft-treten)`,
      value,
      allowed: ['mindestens|spätestens'],
    },
    {
      id: `es-time-of-changes-of-${slot}`,
      language: 'es',
      pattern: `\\b(?:modificacion(?:es)?|cambios?) (?:de|en|a) (?:los|las|estos|estas) (?:presentes )?(?:términos|condiciones)[^.;]{0,200} con al menos ${count('es')} (?:de (?:antelación|anticipación|preaviso)|antes)`,
      value,
    },
    {
      id: `es-notice-of-changes-of-${slot}`,
      language: 'es',
      pattern: `\\b(?:modificacion(?:es)?|cambios?) (?:de|en|a) (?:los|las|estos|estas) (?:presentes )?(?:términos|condiciones)[^.;]{0,200} con (?:una antelación|un preaviso) (?:mínim[ao] )?de ${count('es')}`,
      value,
    },
    {
      id: `it-time-of-changes-of-${slot}`,
      language: 'it',
      pattern: `\\bmodific(?:a|he) (?:de[il]|delle|alle|ai) (?:present[ei] )?(?:termini|condizioni|contratto)[^.;]{0,200} con almeno ${count('it')} (?:di (?:preavviso|anticipo)|prima)`,
      value,
    },
    {
      id: `it-notice-of-changes-of-${slot}`,
      language: 'it',
      pattern: `\\bmodific(?:a|he) (?:de[il]|delle|alle|ai) (?:present[ei] )?(?:termini|condizioni|contratto)[^.;]{0,200} con un preavviso (?:minimo )?di (?:almeno )?${count('it')}`,
      value,
    },
    {
      id: `nl-notice-of-changes-of-${slot}`,
      language: 'nl',
      pattern: `\\bwijzigingen? (?:van|in|op) (?:deze|de|onze) (?:algemene )?voorwaarden[^.;]{0,160} (?:ten minste|minstens|minimaal|tenminste) ${count('nl')} (?:van tevoren|voordat|voor de|vooraf)`,
      value,
    },
  ];
};

/** A second period, or what the holder does in it. */
const otherPeriods =
  '\\b(?:ou|oder|o|of) [^.;]{0,20}\\d|refus|accept|kündig|zustimm|solicit|pedir|richiest|weiger|urgence|dringend|urgente';

export const noticeAbroad: readonly SentenceForm[] = units
  .flatMap(formsOf)
  .map((form) => ({ ...form, refused: `${otherPeriods}|${othersAbroad}` }));

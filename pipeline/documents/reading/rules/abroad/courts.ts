/** Courts for all disputes in terms of other languages than English; none where the terms have a word of arbitration. */
import type { SentenceForm } from '../../forms/form.ts';
import { othersAbroad } from './terms.ts';

const arbitration = [
  'arbitrage',
  'arbitral',
  'schiedsgericht',
  'schiedsverfahren',
  'arbitraje',
  'arbitrato',
  'arbitraż',
];
/** Courts at the home of a party, at its choice, or for merchants alone. */
const otherCourtsAbroad = [
  "\\b(?:client|pays|résidence|lieu d|habitation|à l'égard|domicile|de son choix|votre|lieu (?:de (?:résidence|livraison)|où)|défendeur|professionnel|commerçant)",
  'kund|wohnort|\\bsitz\\b|wahl|kaufm[aä]nn|kaufleute|unternehmer|juristische|wohnsitz|ihres|öffentlich-rechtlich|verbraucher',
  'residencia|cliente|domicilio|su elección|consumidor|empresari|profesional',
  'residenza|di competenza|competente per|consumatore|professionist',
  'woonplaats|in het land|van de klant|consument|uw ',
  'zamieszkania|konsument',
  'arbitr',
  othersAbroad,
].join('|');

const form = (id: string, language: NonNullable<SentenceForm['language']>, pattern: string): SentenceForm => ({
  id,
  language,
  pattern,
  value: { code: 'courts_other' },
  absent: arbitration,
  refused: otherCourtsAbroad,
  allowed: [
    "^(?:[\\d.]{1,6} )?(?:en cas de|à défaut d['e] ?)[^.;,]{3,160},",
    '^(?:[\\d.]{1,6} )?à défaut,',
    '^(?:[\\d.]{1,6} )?en caso de [^.;,]{3,120},',
    '^(?:[\\d.]{1,6} )?in caso di [^.;,]{3,120},',
    "faute d'accord amiable,?",
  ],
});

export const courtsAbroad: readonly SentenceForm[] = [
  form(
    'fr-courts-alone-competent',
    'fr',
    '\\bles (?:tribunaux|juridictions|cours) [^.;,]{2,60} (?:seront|sont) (?:seuls?|seules?|exclusivement) compétente?s?(?: ?\\.?$|,? pour (?:connaître|tou|trancher|statuer))',
  ),
  form(
    'fr-courts-have-exclusive-competence',
    'fr',
    '(?:\\b(?:litige|différend|contestation|tribuna|juridiction)[^.;]{0,200})compétence exclusive (?:des?|du) (?:tribunal|tribunaux|juridictions?|cours?) [^.;]{2,60}',
  ),
  form(
    'de-courts-for-all-disputes',
    'de',
    '^(?:(?:\\(\\d{1,2}\\)|[\\d.]{1,6}) )?(?:der )?(?:ausschließliche[rn]? |ausschliesslicher )gerichtsstand für (?:alle|sämtliche) [^.;]{3,140} ist [\\p{L} -]{3,40}\\.?$',
  ),
  form(
    'es-courts-for-disputes',
    'es',
    '\\blas partes se someten,? [^.;]{0,120}\\b(?:juzgados y tribunales|tribunales) de (?!su\\b)[\\p{L} ]{3,40}',
  ),
  form(
    'it-exclusive-forum',
    'it',
    '\\b(?:controversi|dispute|lite)[^.;]{0,160} (?:in via esclusiva|esclusivamente|competenza esclusiva)[^.;]{0,60}\\b(?:foro|tribunale) di [\\p{L}]{3,20}',
  ),
  form(
    'nl-disputes-before-court',
    'nl',
    '\\b(?:alle )?geschillen[^.;]{0,160} (?:uitsluitend )?(?:worden |zullen )?[^.;]{0,30}(?:voorgelegd|beslecht) \\p{L}{3,4} de (?:bevoegde )?rechter (?:in|te) [\\p{L}]{3,20}',
  ),
];

export const homeCourtsAbroad =
  '\\b(?:tribuna(?:l|ux)|juridictions?)\\b[^.;]{0,120}\\b(?:votre domicile|lieu où|de son choix|domicile du)|\\bgerichte?\\b[^.;]{0,80}\\b(?:ihrem wohnsitz|wohnsitz des)|\\btribunales\\b[^.;]{0,80}\\bsu domicilio|\\bforo\\b[^.;]{0,80}\\bconsumatore|\\brechter\\b[^.;]{0,80}\\buw woonplaats';

import { arbitrationOfTerms, classWords, wayOut } from './arbitration-of-terms.ts';
import { courtsAbroad, homeCourtsAbroad } from './abroad/courts.ts';
import { aboutOthers, courtsOfTerms, disputeExceptions as exceptions, homeCourts } from './courts-of-terms.ts';
import { ofAuthorities } from './governing-law.ts';
import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const sentences: readonly SentenceForm[] = [
  {
    id: 'arbitration-without-class',
    because: ['binance'],
    pattern:
      '\\b(?:mandatory|final and binding|binding)\\b[^.;]{0,60}\\bindividual\\b[^.;]{0,20}(?:\\(not class\\)|\\bnot (?:as )?(?:a )?class)[^.;]{0,20}\\barbitration\\b',
    value: { code: 'arbitration_mandatory_class_waiver' },
    allowed: [...exceptions, '\\(?\\bnot (?:as )?(?:a )?class\\)?'],
  },
  {
    id: 'arbitration-agreement-and-class-waiver',
    pattern: '\\bmandatory arbitration (?:agreement|provision)s? and (?:a )?class action waivers?\\b',
    value: { code: 'arbitration_mandatory_class_waiver' },
  },
  {
    id: 'resolved-by-arbitration',
    pattern:
      '\\b(?:resolved|settled|determined|decided) (?:exclusively|finally|solely)(?: and exclusively)? by (?:final and binding |binding )?arbitration\\b',
    value: { code: 'arbitration_mandatory' },
    allowed: exceptions,
  },
  {
    id: 'finally-settled-by-arbitration',
    because: ['okx'],
    pattern:
      '\\b(?:exclusively|finally|solely) (?:resolved|settled|determined|decided)(?: exclusively)? (?:by|through|under) (?:final and binding |binding |confidential ){0,2}arbitration\\b',
    value: { code: 'arbitration_mandatory' },
    allowed: exceptions,
  },
  {
    id: 'arbitration-in-place-of-courts',
    pattern:
      '\\b(?:resolved|settled|determined|decided) by (?:final and )?(?:binding )?(?:individual )?arbitration,? (?:rather than|and not|instead of) (?:in |by )?(?:a )?(?:courts?|litigation)\\b',
    value: { code: 'arbitration_mandatory' },
    allowed: [...exceptions, 'and not (?:in |by )?(?:a )?(?:courts?|litigation)'],
  },
  {
    id: 'brought-in-courts-of',
    pattern:
      '\\b(?:shall|must|will) be (?:brought|resolved|settled)(?: exclusively| only)? (?:in|by|before) the (?:competent |ordinary )?courts? (?:of|in) {law}',
    value: { code: 'courts_other' },
    allowed: exceptions,
  },
  {
    id: 'jurisdiction-of-courts',
    pattern:
      '\\b(?:subject to|submit(?:s|ted)? to)(?: the)? (?:exclusive )?jurisdiction of the (?:competent |ordinary )?courts? (?:of|in) (?:the district court of [A-Z]|{law})',
    value: { code: 'courts_other' },
    allowed: exceptions,
  },
  {
    id: 'exclusively-jurisdiction-of-courts',
    pattern:
      '\\bshall be exclusively\\b[^.;]{0,120}\\bsubject to the jurisdiction (?:and venue )?of the (?:courts?|district court)\\b',
    value: { code: 'courts_other' },
    allowed: exceptions,
  },
];

/** The same forms in terms: beside a waiver of class actions or a way out, arbitration alone is not all there is. */
const inTerms = sentences
  .filter(({ value }) => String(value?.['code']).startsWith('arbitration'))
  .map((form) => ({
    ...form,
    refused: aboutOthers,
    ...(form.value?.['code'] === 'arbitration_mandatory' ? { absent: classWords, without: wayOut } : {}),
  }));

/** Words with which an answer leaves open which court it is, or names one at the home of the holder. */
const openWords = [
  ...['your', 'any', 'all', 'each', 'no', 'not', 'or', 'and', 'unless', 'except', 'if', 'may', 'by', 'where', 'which'],
  ...['competent', 'relevant', 'applicable', 'appropriate', 'ordinary', 'local', 'home', 'consumer', 'consumers'],
  ...['holder', 'holders', 'purchaser', 'purchasers', 'user', 'users', 'state', 'member', 'determined', 'proper'],
].join('|');

/** The answer to the question of the template for the competent court. */
const whole: readonly SentenceForm[] = [
  {
    id: 'arbitration-before',
    pattern:
      '(?:(?:final and )?binding |exclusive )?arbitration (?:before|by|under|at|in accordance with|administered by|seated in) (?:(?!(?:courts?|not|or|unless|except|if)(?![\\p{L}]))[\\p{L}\\d()&,\\-]{1,40} ){0,29}(?!(?:courts?|not|or|unless|except|if)(?![\\p{L}]))[\\p{L}\\d()&,\\-]{1,40}\\.?',
    value: { code: 'arbitration_mandatory' },
  },
  {
    id: 'courts-of',
    pattern:
      '(?:the )?(?:exclusive jurisdiction of the )?(?:competent |ordinary |national )?courts? (?:of|in) {law}\\.?',
    value: { code: 'courts_other' },
  },
  // The question is for a court, so the name of a place, or of a court of one, is the answer.
  { id: 'courts-of-place', pattern: '{law}\\.?', value: { code: 'courts_other' } },
  {
    id: 'named-court',
    pattern: `(?:the )?(?:(?!(?:arbitra|mediat)|(?:${openWords})(?![\\p{L}]))[\\p{L}'-]{2,20} ){1,6}courts?(?: (?:of|in) {law})?\\.?`,
    value: { code: 'courts_other' },
  },
];

export const disputeResolution: FieldRules = {
  field: 'dispute_resolution',
  tagTexts: [
    'CompetentCourtForOtherTokenExplanatory',
    'CompetentCourtForAssetreferencedTokenExplanatory',
    'CompetentCourtForEmoneyTokenExplanatory',
  ],
  cells: { 2: ['G.19'], 3: ['D.37'], 4: ['D.14'] },
  form: { closed: { notApplicable: null }, whole, sentences },
  sentences: [...arbitrationOfTerms, ...inTerms, ...courtsOfTerms, ...courtsAbroad],
  watched: `${homeCourts}|${homeCourtsAbroad}`,
  aside: ofAuthorities,
  words: ['arbitrat', 'court', 'place of ', 'tribuna', 'juridiction', 'gerichtsstand', 'foro', 'rechter'],
  kinds: ['terms', 'page'],
};

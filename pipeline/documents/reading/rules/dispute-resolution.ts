import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const exceptions: readonly string[] = [
  'subject to(?: the)? (?:exclusive )?jurisdiction of',
  'subject to (?:clause [\\d.]+|(?:the )?(?:immediately )?preceding (?:clause|section|paragraph))',
  'aside from where applicable law requires[^,.;]*',
  'except to the extent (?:that )?(?:such )?disputes are (?:subject to|governed by)[^.;]{0,160}\\btrading platforms?\\b[^.;]*',
  'except where prohibited by applicable laws?',
  'subject to mandatory applicable law',
  'may not agree[^.;]*',
];

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

const dispute =
  '\\b(?:any|all) (?:disputes?|claims?|legal actions?|(?:legal )?proceedings)\\b[^.;]{0,160} (?:shall|must|will|can only|may only) be';
const courts = '(?:competent |ordinary |national )?courts? (?:of|in)';

/** In terms, a court decides all disputes only where nothing is about arbitration. */
const courtsOfTerms: readonly SentenceForm[] = [
  {
    id: 'disputes-before-courts-of',
    because: ['wise'],
    pattern: `${dispute} (?:brought|resolved|settled|heard|decided)(?: exclusively| only)? (?:in|by|before) the ${courts} {law}(?=[.,;]|$)`,
    value: { code: 'courts_other' },
    allowed: [...exceptions, 'may only be'],
    absent: ['arbitrat'],
  },
  {
    id: 'agree-to-jurisdiction-of-courts',
    pattern:
      '^you and (?:[\\p{L}.]{1,30} ){1,4}(?:agree|consent) to (?:submit to )?the exclusive jurisdiction(?: and venue)? of the (?:(?:state|federal|competent) (?:(?:and|or) (?:state|federal) )?)?courts? (?:located )?in [\\p{L}]',
    value: { code: 'courts_other' },
    allowed: exceptions,
    absent: ['arbitrat'],
  },
  {
    id: 'disputes-under-jurisdiction-of-courts-of',
    pattern: `${dispute} (?:subject to|submitted to) the exclusive jurisdiction (?:and venue )?of the ${courts} {law}(?=[.,;]|$)`,
    value: { code: 'courts_other' },
    allowed: [...exceptions, 'subject to the exclusive jurisdiction'],
    absent: ['arbitrat'],
  },
];

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
  sentences: [...sentences.filter(({ value }) => String(value?.['code']).startsWith('arbitration')), ...courtsOfTerms],
  words: ['arbitration', 'court'],
  kinds: ['terms', 'page'],
};

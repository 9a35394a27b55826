import { ofAuthorities } from './governing-law.ts';
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
  // A court for small claims is left open by every rule of consumer arbitration.
  ',? except (?:that )?(?:you|either (?:of us|party)|we each) (?:may|can) (?:assert|bring|file|take|pursue) [^.;]{0,60}\\bsmall claims court[^.;]*',
  'rather than in court',
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

const disputes =
  '(?:disputes?|claims?|(?:legal )?actions?|lawsuits?|suits?|(?:legal )?proceedings?|controvers(?:y|ies)|litigation|arbitrable claims?)';
const dispute = `\\b(?:any|all|each|every|such|the) (?:(?:and all|other|such|related|remaining|legal|judicial) )?${disputes}\\b[^.;]{0,200}? (?:shall|must|will|can only|may only|are to|is to) be`;
const decided =
  '(?:brought|filed|resolved|settled|heard|decided|litigated|adjudicated|commenced|instituted|initiated|pursued|maintained|determined|tried)';
const solely = '(?:,? (?:exclusively|solely|only))?';
/** Courts of a place, whatever they are called; the place itself is not read. */
const courts = [
  '(?:(?:the|a|appropriate|relevant|competent|ordinary|national|exclusive|state|federal|local|provincial|civil|county|district|superior|high|u\\.s\\.|united|states|and|or|and\\/or|courts?,?) ){0,9}',
  'courts? (?:(?:located|situated|sitting|seated) )?(?:of|in|within|for|at) (?!(?:the )?(?:your|any|each|which|competent|country|place|jurisdiction|state) (?:of|in|where|or|country|residence|jurisdiction|home)\\b|competent\\b|proper\\b)',
].join('');
const arbitration = [
  ...['arbitrator', 'arbitrate', 'arbitral', 'by arbitration', 'arbitration agreement', 'binding arbitration'],
  ...['arbitration rules', 'arbitration association', 'mandatory arbitration', 'to arbitration', 'through arbitration'],
  ...['in arbitration', 'arbitration proceeding', 'arbitration provision', 'arbitration clause', 'arbitration under'],
];
const allowedBesideCourts = [
  ...exceptions,
  'may only be',
  '(?:that|which) may (?:arise|be|have)',
  'if no out-of-court settlement is reached',
  'if you want to (?:take|bring|start) (?:court|legal) proceedings',
  'subject to the exclusive jurisdiction',
  'without limitation',
  '\\bunless (?:prohibited|otherwise required) by (?:your [\\p{L}]{1,20} )?applicable laws?',
];
const parties =
  '(?:you(?: and (?:we|us|(?:[\\p{L}.]{1,30} ){0,3}[\\p{L}.]{1,30}))?|each party|(?:the|both) parties|both you and (?:[\\p{L}.]{1,30} ){0,2}[\\p{L}.]{1,30})';
const willing = '(?:(?:each|both|all|also|hereby|irrevocably|unconditionally|expressly|further) ){0,4}';

/** Courts at the home of the holder, beside others or alone, in words of no form. */
const home =
  '(?:your (?:country|place|home|state|local|residence|domicile|habitual)|where you (?:live|reside|are)|in which you)';
const atHome = `\\b${home}\\b`;
const watched = `\\b(?:courts?|jurisdiction)\\b[^.;]{0,120}\\b${home}\\b|\\byour (?:local|home|national) courts?\\b`;

/** In terms, a court decides all disputes only where nothing is about arbitration. */
const courtsOfTerms: readonly SentenceForm[] = [
  {
    id: 'disputes-before-courts-of',
    pattern: `${dispute} (?:${decided} (?:and|or) )?${decided}${solely}(?: and (?:exclusively|solely))? (?:in|by|before|at|to) ${courts}`,
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
  {
    id: 'disputes-exclusively-before-courts-of',
    pattern: `${dispute} (?:and must (?:be|proceed) )?(?:exclusively|solely|only) (?:${decided} (?:and|or) )?${decided} (?:in|by|before|at|to) ${courts}`,
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
  {
    id: 'disputes-proceed-in-courts-of',
    pattern: `${dispute} ${decided} and must proceed exclusively (?:in|before) ${courts}`,
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
  {
    id: 'agree-to-jurisdiction-of-courts',
    pattern: `\\b${parties} ${willing}(?:agrees?|consents?|submits?)(?: and (?:agrees?|consents?|submits?))? (?:to )?(?:submit )?(?:to )?(?:the )?(?:(?:sole|personal|and) ){0,3}exclusive (?:(?:and|personal) ){0,2}jurisdiction(?: and venue)? of ${courts}`,
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
  {
    id: 'agree-to-resolve-in-courts',
    pattern: `\\b${parties} ${willing}(?:agrees?|will|shall|must) (?:to )?(?:resolve|bring|litigate|commence|file) (?:any|all)\\b[^.;]{0,200}? (?:exclusively|solely|only) (?:in|before) ${courts}`,
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
  {
    id: 'courts-have-exclusive-jurisdiction',
    pattern: `\\b${courts}[^.;]{2,80}? (?:(?:shall|will) )?ha(?:s|ve) (?:the )?(?:sole and )?exclusive (?:and sole )?jurisdiction\\b`,
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
  {
    id: 'named-court-has-exclusive-jurisdiction',
    pattern:
      '\\b[\\p{L}]{3,20} (?:district|regional|commercial|high|municipal|city) courts?(?: in [\\p{L}]{3,20}(?:, [\\p{L}]{3,20})?)? (?:(?:shall|will) )?ha(?:s|ve) (?:the )?(?:sole and )?exclusive (?:agreed |agreement )?jurisdiction\\b',
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
  {
    id: 'exclusive-venue-is-courts-of',
    pattern: `\\b(?:exclusive|sole|proper) (?:(?:and|personal|exclusive) ){0,2}(?:jurisdiction|venue|forum)(?: and (?:jurisdiction|venue))? (?:for|over|of|to) [^.;]{0,160}? (?:is|(?:shall|will|must) (?:be|lie|rest))(?: (?:in|with|before))? ${courts}`,
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
  {
    id: 'disputes-under-jurisdiction-of-courts-of',
    pattern: `${dispute} (?:subject to|submitted to) the (?:sole and )?exclusive jurisdiction (?:and venue )?of ${courts}`,
    value: { code: 'courts_other' },
    allowed: allowedBesideCourts,
    absent: arbitration,
    refused: atHome,
  },
];

const waivers = ['class action', 'class-action', 'class or representative', 'opt out', 'opt-out', 'opting out'];
/** Claims go to arbitration, and the terms have neither a waiver of classes nor a way out of it. */
const arbitrationOfTerms: readonly SentenceForm[] = [
  {
    id: 'claims-settled-by-arbitration-without-class',
    pattern:
      '\\b(?:disputes?|claims?|controvers(?:y|ies))\\b[^.;]{0,120}? (?:shall|must|will) be (?:(?:finally|exclusively|solely|and) ){0,3}(?:settled|resolved|determined|decided) (?:by|through) (?:(?:mandatory|final|and|binding|individual|confidential),? ){1,5}arbitration\\b[^.;]{0,80} waiv(?:e|ing)\\b[^.;]{0,80}\\bclass[ -](?:actions?|wide|arbitrations?)\\b',
    value: { code: 'arbitration_mandatory_class_waiver' },
    allowed: [...exceptions, 'except for certain (?:types|kinds) of disputes described in[^,.;]*'],
    absent: ['opt out', 'opt-out', 'opting out'],
  },
  {
    id: 'claims-settled-by-arbitration',
    pattern:
      '\\b(?:any|all|each) (?:(?:and all|other|such|related|remaining) )?(?:disputes?|claims?|controvers(?:y|ies))\\b[^.;]{0,160}? (?:shall|must|will) be (?:(?:finally|exclusively|solely|and) ){0,3}(?:settled|resolved|determined|decided) (?:(?:exclusively|solely|finally) )?(?:by|through) (?:(?:final|and|binding|individual|confidential) ){1,5}arbitration\\b',
    value: { code: 'arbitration_mandatory' },
    allowed: exceptions,
    absent: waivers,
  },
];

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
  sentences: [
    ...sentences.filter(({ value }) => String(value?.['code']).startsWith('arbitration')),
    ...arbitrationOfTerms,
    ...courtsOfTerms,
  ],
  watched,
  aside: ofAuthorities,
  words: ['arbitration', 'court'],
  kinds: ['terms', 'page'],
};

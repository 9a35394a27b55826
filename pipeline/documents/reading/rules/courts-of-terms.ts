/** Courts that decide all disputes of terms, in words of the terms. */
import type { SentenceForm } from '../forms/form.ts';
import { ownTerms } from './own-terms.ts';

/** What is tried before a court or an arbitrator takes no dispute away from it. */
const escalation = [
  '^(?:if|where|should|in case of|in the event (?:of|that)) [^,.;]{0,160}?\\b(?:unresolved|not (?:been )?(?:so |amicably )?(?:able to |agreed?|resolved?|settled?|reach(?:ed)?)',
  '|cannot (?:be )?(?:amicably )?(?:agree|resolved?|settled?|reach)|unable to (?:agree|resolve|settle|reach)',
  '|fail(?:s|ed|ure)? to (?:agree|resolve|settle|reach))[^,.;]{0,200},',
  '|^if unresolved,',
].join('');

/** Exceptions of sentences about disputes that take nothing back. */
export const disputeExceptions: readonly string[] = [
  'subject to(?: the)? (?:(?:sole|exclusive|agreed|agreement|and) ){0,4}jurisdiction of',
  'subject to (?:clause [\\d.]+|(?:the )?(?:immediately )?preceding (?:clause|section|paragraph))',
  'aside from where applicable law requires[^,.;]*',
  'except to the extent (?:that )?(?:such )?disputes are (?:subject to|governed by)[^.;]{0,160}\\btrading platforms?\\b[^.;]*',
  'except where prohibited by applicable laws?',
  'subject to mandatory applicable law',
  'may not agree[^.;]*',
  // A court for small claims is left open by every rule of consumer arbitration.
  ',? except (?:that )?(?:you|either (?:of us|party)|we each) (?:may|can) (?:assert|bring|file|take|pursue) [^.;]{0,60}\\bsmall claims court[^.;]*',
  'rather than in court',
  '(?:that|which) (?:cannot|could not|is not|are not|was not|has not been) (?:be )?(?:otherwise |amicably |informally )?(?:resolved|settled)[^.;,]{0,120}?(?= (?:shall|will|must) be)',
  'in (?:force|effect) (?:on|at) the (?:date|time) when\\b',
  escalation,
  '(?:for|by) which you may (?:contend|claim|allege) (?:that )?we are liable',
  '(?:that|which) may (?:arise|be|have)',
];

const disputes =
  '(?:disputes?|claims?|(?:legal )?actions?|lawsuits?|suits?|(?:legal )?proceedings?|controvers(?:y|ies)|litigation|arbitrable claims?)';
const anyDispute = `(?:^|\\b(?:any|all|each|every|such|the) )(?:(?:and all|other|such|related|remaining|legal|judicial) )?${disputes}\\b[^.;]{0,200}?`;
/** What is done with disputes, also in the present tense; what some of them are that a clause describes is not it. */
const dispute = `${anyDispute} (?:(?:shall|must|will|can only|may only|are to|is to) be|(?<!\\b(?:that|which|who|as|if|where|they|it) )(?:is|are))`;
/** What disputes are about, where it is not the terms or what they are about. */
export const aboutOthers = [
  `\\b${disputes} (?:about|concerning|involving|over|regarding|(?:arising )?(?:from|out of)|(?:relating|related|pertaining) to|in (?:connection|respect|relation) (?:of|to|with)|with (?:regard|respect) to) `,
  '(?![^.;]{0,160}?\\b(?:accounts?|agreement|apps?|applications?|bonds?|certificates?|clause|conditions|contract|debentures?|holders?|issuer|matters|notes?|parties|performance|platform|policies|products?|purchase|redemptions?|relations?|relationship|securities|services?|shares?|sites?|terms|them|thereof|these|this|tokens?|transactions?|use|user|validity|wallet|website|you|your)\\b)',
].join('');
const decided =
  '(?:brought|filed|resolved|settled|heard|decided|litigated|adjudicated|commenced|instituted|initiated|pursued|maintained|determined|tried|submitted|referred)';
const solely = '(?:,? (?:exclusively|solely|only))?';
const surely = '(?:(?:finally|exclusively|solely|only|and) ){0,3}';
/** A court by its name; the place in it is not read. */
const namedCourt =
  "(?!(?:your|any|each|local|home|nearest|relevant|competent|appropriate|applicable|consumer|customer|user|defendant)\\b)[\\p{L}'-]{3,20}(?: [\\p{L}'-]{3,20})? (?:county|district|regional|commercial|high|municipal|city|circuit|superior|supreme|cantonal|arbitrazh) courts?\\b(?! (?:of|in|at) (?:the )?(?:your|consumer|customer|user|defendant|place))";
/** Courts of a place, whatever they are called; the place itself is not read. */
const courts = [
  '(?:(?:the|a|appropriate|relevant|competent|ordinary|national|exclusive|state|federal|local|provincial|civil|county|district|superior|high|u\\.s\\.|united|states|and|or|and\\/or|courts?,?) ){0,9}',
  'courts? (?:(?:located|situated|sitting|seated) )?(?:of|in|within|for|at) ',
  '(?!(?:the )?(?:your|any|each|which|competent) (?:of|in|where|or|country|residence|jurisdiction|home|place|state)\\b',
  '|(?:the )?(?:country|place|jurisdiction|state) (?:in|where|or|(?:of|at) (?:(?:the|your|his|her|their|its|habitual) ){0,2}(?:consumer|customer|defendant|domicile|holder|registered|residence|user|which))\\b',
  '|competent\\b|proper\\b)',
].join('');
const arbitration = [
  ...['arbitrator', 'arbitrate', 'arbitral', 'by arbitration', 'arbitration agreement', 'binding arbitration'],
  ...['arbitration rules', 'arbitration association', 'mandatory arbitration', 'to arbitration', 'through arbitration'],
  ...['in arbitration', 'arbitration proceeding', 'arbitration provision', 'arbitration clause', 'arbitration under'],
];
const allowedBesideCourts = [
  ...disputeExceptions,
  'may only be',
  '\\byou may have(?: against [^,.;]{1,40})?(?= (?:must|shall|will))',
  'except as (?:otherwise )?(?:agreed|provided|described|stated|set forth)[^,.;]{0,60}',
  'if no out-of-court settlement is reached',
  '^if (?:litigation|a dispute|any dispute)[^,;]{0,60} (?:becomes necessary|arises),',
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
export const homeCourts = `\\b(?:courts?|jurisdiction)\\b[^.;]{0,120}\\b${home}\\b|\\byour (?:local|home|national) courts?\\b`;

const form = (id: string, pattern: string): SentenceForm => ({
  id,
  pattern,
  value: { code: 'courts_other' },
  allowed: allowedBesideCourts,
  absent: arbitration,
  refused: `${atHome}|${aboutOthers}`,
});

/** In terms, a court decides all disputes only where nothing is about arbitration. */
export const courtsOfTerms: readonly SentenceForm[] = [
  form(
    'disputes-before-courts-of',
    `${dispute} ${surely}(?:${decided} (?:and|or) )?${decided}${solely}(?: and (?:exclusively|solely))? (?:in|by|before|at|to) ${courts}`,
  ),
  form(
    'disputes-exclusively-before-courts-of',
    `${dispute} (?:and must (?:be|proceed) )?(?:exclusively|solely|only) (?:${decided} (?:and|or) )?${decided} (?:in|by|before|at|to) ${courts}`,
  ),
  form('disputes-proceed-in-courts-of', `${dispute} ${decided} and must proceed exclusively (?:in|before) ${courts}`),
  form(
    'agree-to-jurisdiction-of-courts',
    `\\b${parties} ${willing}(?:agrees?|attorns?|consents?|submits?)(?: and (?:agrees?|consents?|submits?))? (?:to )?(?:submit )?(?:to )?(?:the )?(?:(?:sole|personal|and) ){0,3}exclusive (?:(?:and|personal) ){0,2}jurisdiction(?: and venue)? (?:of|in) ${courts}`,
  ),
  form(
    'agree-to-resolve-in-courts',
    `\\b${parties} ${willing}(?:agrees?|will|shall|must) (?:to )?(?:resolve|bring|litigate|commence|file) (?:any|all)\\b[^.;]{0,200}? (?:exclusively|solely|only) (?:in|before) ${courts}`,
  ),
  form(
    'courts-have-exclusive-jurisdiction',
    `\\b${courts}[^.;]{2,80}? (?:(?:shall|will) )?ha(?:s|ve) (?:the )?(?:sole and )?exclusive (?:and sole )?jurisdiction\\b`,
  ),
  ...['law', 'lawWord'].flatMap((place): readonly SentenceForm[] => [
    form(
      `agree-to-jurisdiction-of-courts-by-${place}`,
      `\\b${parties} ${willing}(?:agrees?|attorns?|consents?|submits?)(?: to submit)? to the (?:sole )?exclusive jurisdiction of (?:the )?{${place}} courts?\\b`,
    ),
    form(
      `submit-disputes-to-courts-by-${place}`,
      `\\b${parties} ${willing}(?:agrees?|consents?)? ?(?:to )?(?:irrevocably )?submit (?:any|all)\\b[^.;]{0,200}? to the (?:exclusive )?jurisdiction of the {${place}} courts?\\b`,
    ),
    form(
      `terms-under-jurisdiction-of-courts-by-${place}`,
      `\\b${ownTerms}\\b[^.;]{0,240}? subject to the (?:sole and )?exclusive jurisdiction of the {${place}} courts?\\b`,
    ),
    form(
      `courts-by-${place}-have-jurisdiction-over-disputes`,
      `\\bthe {${place}} courts? (?:shall|will)? ?have (?:the )?(?:sole and )?exclusive jurisdiction (?:over|to (?:settle|hear|decide|determine|resolve|adjudicate)) (?:any|all)\\b`,
    ),
  ]),
  form(
    'terms-under-jurisdiction-of-courts-of',
    `\\b${ownTerms}\\b[^.;]{0,240}? subject to the (?:sole and )?exclusive jurisdiction of ${courts}`,
  ),
  form('disputes-before-named-court', `${dispute} ${surely}${decided}${solely} (?:in|by|before|at) the ${namedCourt}`),
  form(
    'disputes-under-jurisdiction-of-named-court',
    `${dispute} (?:subject to|submitted to|under) the (?:sole and )?exclusive (?:agreed |agreement )?jurisdiction of the ${namedCourt}`,
  ),
  form(
    'disputes-fall-under-jurisdiction-of-courts',
    `${anyDispute} (?:(?:shall|will) )?falls? (?:within|under) the (?:sole and )?exclusive jurisdiction of (?:${courts}|the ${namedCourt})`,
  ),
  form(
    'exclusive-place-of-jurisdiction-is',
    `\\b(?:(?:exclusive|sole) |^(?:the )?)place of (?:jurisdiction|venue)(?: for (?:any|all) (?:(?!\\b(?:merchants?|traders?|entrepreneurs?|professionals?|abroad)\\b)[^.;]){0,160}?)? (?:is|(?:shall|will) be)(?:, (?:to the (?:fullest |maximum |full )?extent|(?:in so|so|as) far as) (?:legally )?(?:permitted|permissible)(?: (?:by|under) (?:applicable )?law)?,)? (?:in )?(?!(?:a|an|at|the|your|his|her|their|its|where|any|each|determined|domicile|residence|place|seat|registered|court|courts|competent|home|country|customer|client|user|consumer|defendant)\\b)[\\p{L}]{3,20}`,
  ),
  form(
    'courts-by-word-have-exclusive-jurisdiction',
    '(?:^|\\b(?:and|that) )(?:the )?{lawWord} courts? (?:(?:shall|will) )?ha(?:s|ve) (?:the )?(?:sole and )?exclusive jurisdiction\\b',
  ),
  form(
    'named-court-has-exclusive-jurisdiction',
    '\\b[\\p{L}]{3,20} (?:district|regional|commercial|high|municipal|city) courts?(?: \\([^()]{1,40}\\))?(?: (?:in|of) (?!(?:the|your|any|each|which|competent|his|her|their|its)\\b)[\\p{L}]{3,20}(?: [\\p{L}]{2,20}){0,2}(?:, [\\p{L}]{3,20})?)? (?:(?:shall|will) )?(?:ha(?:s|ve) (?:the )?(?:sole and )?exclusive (?:agreed |agreement )?jurisdiction|be the court of (?:sole and )?exclusive jurisdiction\\b|be the (?:sole and )?exclusive (?:agreed |agreement )?(?:court|jurisdiction))\\b',
  ),
  form(
    'exclusive-venue-is-courts-of',
    `\\b(?:exclusive|sole|proper) (?:(?:and|personal|exclusive) ){0,2}(?:jurisdiction|venue|forum)(?: and (?:jurisdiction|venue))? (?:for|over|of|to) [^.;]{0,160}? (?:is|(?:shall|will|must) (?:be|lie|rest))(?: (?:in|with|before))? ${courts}`,
  ),
  form(
    'disputes-under-jurisdiction-of-courts-of',
    `${dispute} (?:subject to|submitted to|under) the (?:sole and )?exclusive jurisdiction (?:and venue )?of ${courts}`,
  ),
];

/** Arbitration that terms prescribe for all disputes, with and without a waiver of class actions. */
import type { SentenceForm } from '../forms/form.ts';
import { aboutOthers, disputeExceptions } from './courts-of-terms.ts';
import { ownTerms } from './own-terms.ts';

/** Words of a waiver of class actions: beside one, arbitration alone is not all there is. */
export const classWords = [
  ...['class action', 'class-action', 'class or representative', 'class member', 'class arbitration', 'class-wide'],
  ...['member of a class', 'class, collective', 'collective action', 'class basis', 'class relief'],
];
/** A way out of arbitration leaves it to the holder; one out of messages or cookies does not. */
export const wayOut =
  '^(?!.*\\b(?:marketing|e-?mails|newsletters?|cookies?|promotional|messages?|advertis|notifications?|sms|tracking|analytics)).*\\b(?:opt(?:s|ed|ing)?[ -]?out|(?:decline|reject) this (?:agreement|arbitration))\\b';

const claims = '(?:disputes?|claims?|controvers(?:y|ies)|differences?)';
const every = `\\b(?:any|all|each|every) (?:(?:and all|other|such|related|remaining|unresolved|legal) ){0,2}${claims}\\b[^.;]{0,240}?`;
const named = `(?:^|, (?:then )?|\\bthat )(?:(?:the|such|any) )?(?:unresolved )?${claims}`;
const subject = `(?:${every}|${named}) (?:(?:shall|must|will|(?:is|are) to) be|(?<!\\b(?:that|which|who|as|if|where|they|it) )(?:is|are)) `;
const surely = '(?:(?:finally|exclusively|solely|fully|and) ){0,3}';
const kind =
  '(?:(?:an? )?(?:mandatory|final|and|binding|individual|confidential|institutional|neutral|non-appealable),? ){0,6}';
const firmKind = kind.replace('{0,6}', '{1,6}');
/** In the words of clauses: settled by arbitration, or submitted to binding arbitration. */
const arbitrated = [
  `(?:(?:(?:referred|submitted) to,? and )?${surely}(?:settled|resolved|determined|decided)(?: (?:exclusively|solely|finally))? (?:by|through|under|by way of|by means of) ${kind}arbitration\\b`,
  `|${surely}(?:settled|resolved|determined|decided)(?: (?:exclusively|solely|finally))? (?:under|in accordance with) the [^.;]{0,100}?\\brules\\b[^.;]{0,120}? by (?:one|two|three|an?)(?: (?:sole|single))?(?: \\(\\d\\))?(?: or more)? arbitrators?\\b`,
  `|${surely}(?:referred|submitted)(?: (?:exclusively|solely|finally))? to ${firmKind}arbitration\\b)`,
].join('');

/** Remedies of a court beside arbitration leave the disputes with the arbitrator. */
const remedies =
  ',? except (?:that|for) [^.;,]{0,160}\\b(?:injunctive|equitable|intellectual property)\\b[^.;,]{0,80}(?=[.;,]|$)';
const allowed = [...disputeExceptions, remedies];

/** Where another sentence waives class actions: in words of the holder, not of a heading. */
const waiver = [
  '^(?!.*\\b(?:unless|if|except|may not apply|not apply|opt)\\b)(?:.*',
  '(?:\\b(?:must|shall|will|may only|agrees?(?: to| that)?)\\b[^.;]{0,160}\\bindividual capacity,?(?: only)?,? (?:and )?not as an? (?:plaintiff|class)',
  '|\\b(?:waiv(?:e|es|ing)|giv(?:e|es|ing) up)\\b[^.;]{0,200}\\b(?:class[ -](?:actions?|wide)|class arbitrations?|member of a class)\\b|\\bindividual basis,? and not (?:on|as|in) an? (?:[\\p{L}]{3,20} (?:or )?){0,3}class\\b))',
].join('');

const mandatory = { code: 'arbitration_mandatory' } as const;
const withWaiver = { code: 'arbitration_mandatory_class_waiver' } as const;

const forms: readonly SentenceForm[] = [
  {
    id: 'claims-settled-by-arbitration-without-class',
    pattern:
      '\\b(?:disputes?|claims?|controvers(?:y|ies))\\b[^.;]{0,120}? (?:shall|must|will) be (?:(?:finally|exclusively|solely|and) ){0,3}(?:settled|resolved|determined|decided) (?:by|through) (?:(?:mandatory|final|and|binding|individual|confidential),? ){1,5}arbitration\\b[^.;]{0,80} waiv(?:e|ing)\\b[^.;]{0,80}\\bclass[ -](?:actions?|wide|arbitrations?)\\b',
    value: withWaiver,
    allowed: [...allowed, 'except for certain (?:types|kinds) of disputes described in[^,.;]*'],
    without: wayOut,
  },
  {
    id: 'claims-arbitrated-and-not-as-class',
    pattern: `${subject}${arbitrated}[^.;]{0,80}?\\b(?:(?:shall|will|must|may) )?not (?:be )?(?:(?:brought|arbitrated|conducted) )?(?:as|on|in) (?:an? )?class\\b`,
    value: withWaiver,
    allowed: [
      ...allowed,
      '\\b(?:(?:shall|will|must|may) )?not (?:be )?(?:(?:brought|arbitrated|conducted) )?(?:as|on|in) (?:an? )?class\\b[^.;]{0,80}',
    ],
    without: wayOut,
  },
  {
    id: 'terms-require-arbitration-without-class',
    pattern: `\\b${ownTerms}\\b[^.;]{0,160}?\\brequires? (?:the use of )?arbitration (?:\\([^()]{0,40}\\) )?on an individual basis\\b[^.;]{0,60}\\brather than\\b[^.;]{0,80}\\bclass actions?\\b`,
    value: withWaiver,
    allowed,
    without: wayOut,
  },
  {
    id: 'claims-arbitrated-beside-class-waiver',
    pattern: `${subject}${arbitrated}`,
    value: withWaiver,
    allowed,
    without: wayOut,
    beside: waiver,
  },
  {
    id: 'claims-settled-by-arbitration',
    pattern: `${subject}${arbitrated}`,
    value: mandatory,
    allowed,
    absent: classWords,
    without: wayOut,
  },
];

/** Disputes of others with one another. */
const ofOthers =
  '\\bbetween (?!(?:you|us|we|(?:the|both|either|any of the) part(?:y|ies)|(?:the |a |any )?(?:user|customer|issuer|holder|company)s?|[^.;,]{0,60} and (?:you|us|the (?:user|customer|issuer|holder|company)s?))\\b)';

export const arbitrationOfTerms: readonly SentenceForm[] = forms.map((form) => ({
  ...form,
  refused: `${ofOthers}|${aboutOthers}`,
}));

import { homeLawAbroad, lawAbroad } from './abroad/law.ts';
import { lawPattern } from '../notation/places-of-law.ts';
import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

/** No second law may follow, because it would be unknown which of the two applies. */
const alone = [
  '(?!,? (?:and|or) (?:(?:(?:the|any|other|all) ){0,4}(?:applicable|laws?|regulations?|(?:[\\p{L}.]{1,30} ){1,3}laws?',
  `|(?:state|commonwealth|province|republic|kingdom) of)\\b|${lawPattern}))`,
].join('');

const exceptions: readonly string[] = [
  'except to the extent (?:that )?(?:such )?disputes are (?:subject to|governed by)[^.;]{0,160}\\btrading platforms?\\b[^.;]*',
  'except to the extent (?:that )?(?:any )?(?:mandatory|applicable) (?:local |consumer )?laws?[^.;]{0,120}',
  'subject to any (?:local )?mandatory laws?,? or rights available to consumers',
  '\\((?:whether )?of [^()]{2,60} or (?:of )?any other jurisdiction\\)',
  'that (?:may|might|would|could) (?:cause|provide for|require|result in|lead to) the application of (?:the )?laws? of (?:another|any other|any) jurisdictions?(?: other than (?:those of )?(?:the )?(?:state of )?[\\p{L}]{3,20}(?: [\\p{L}]{3,20})?)?',
  '^except to the extent (?:that )?applicable laws? provides? otherwise',
  'except to the extent (?:it is |they are )?(?:inconsistent with or preempted|preempted by or inconsistent|preempted) (?:by|with) (?:u\\.s\\. |united states )?federal laws?',
  'except as otherwise (?:stated|provided|set forth|set out|specified) in (?:this|these) (?:user )?(?:terms|agreement)',
  'unless otherwise agreed(?: (?:to|upon|in writing|and accepted|by [\\p{L}\\d]{1,20}(?: and [\\p{L}\\d]{1,20})?)){0,4}(?=[.,;]|$)',
  '(?:that|which) (?:has|have) arisen or may arise',
  ',? and (?:the )?(?:(?:proper|sole|exclusive) ){0,2}(?:venue|jurisdiction|forum)\\b[^.;]*',
  `; (?:all|any) (?:disputes|claims|actions|proceedings)\\b[^.;]*`,
];

const forms = (subject: string): readonly SentenceForm[] => [
  {
    id: 'governed-by-laws-of',
    pattern: `${subject}\\b(?:governed|construed|interpreted)\\b(?:(?!\\blaws? of )[^.;]){0,90}?\\b(?:applicable )?laws? (?:of|in force in|applicable in) {law}${alone}`,
    value: { law: '$law' },
    allowed: exceptions,
  },
  {
    id: 'governed-by-state-and-federal-law',
    pattern: `${subject}\\bgoverned\\b(?:(?!\\blaws? of )[^.;]){0,90}?\\blaws? of (?:the )?state of {usState},? and (?:the )?(?:applicable )?(?:(?:united states|u\\.s\\.|us)(?: federal)?|federal) laws?\\b(?! of)${alone}(?!,? and\\b)`,
    value: { law: '$usState' },
    allowed: exceptions,
  },
  {
    id: 'governed-by-law-word',
    pattern: `${subject}\\bgoverned\\b[^.;]{0,60}?\\b(?:by|under|with) (?:the )?{lawWord} laws?\\b${alone}`,
    value: { law: '$lawWord' },
    allowed: exceptions,
  },
  {
    id: 'governed-by-law-named',
    pattern: `${subject}\\bgoverned\\b[^.;]{0,60}?\\b(?:by|under|with) (?:the )?{law} laws?\\b${alone}`,
    value: { law: '$law' },
    allowed: exceptions,
  },
];

/** Words before the name of the terms, in their own words for themselves: an agreement to arbitrate is none of them. */
const ownName =
  '(?:(?:user|entire|whole|public|network|service|services|website|site|customer|general|platform|account|membership|member|subscription|online|legal|master|tou|tos) ){0,3}(?:terms|agreement|contract|conditions)\\b(?! to (?:arbitrate|mediate))';
const ownTerms = `(?:these|this|the|our) ${ownName}`;

/** An authority or agency has a law of its own, which is none for others. */
export const ofAuthorities =
  '^(?:if|where|for|to the extent) [^;,]{0,120}\\b(?:government(?:al|s)?|public) (?:entit(?:y|ies)|agenc(?:y|ies)|bod(?:y|ies)|institutions?|authorit(?:y|ies)|users?)\\b';

/** Forms of terms alone: the law governs them, or the law of a state beside that of its federation does. */
const ofTerms: readonly SentenceForm[] = [
  {
    id: 'laws-of-govern-terms',
    pattern: `\\blaws? of {law}(?:, u\\.s\\.a\\.)?(?:,? (?:excluding|without|regardless|exclusive)[^,.;]{1,80})?,? (?:(?:will|shall) )?(?:exclusively |solely )?(?:governs?|appl(?:y|ies) to) (?:all matters (?:arising out of|relating to|related to)(?: or (?:relating to|related to|in connection with))? )?${ownTerms}`,
    value: { law: '$law' },
    allowed: [
      ...exceptions,
      'without (?:regard|reference|giving effect)',
      'notwithstanding any other agreement[^.;]{0,60}to the contrary',
      'except that the federal arbitration act (?:governs|will govern|shall govern)[^.;]{0,60}\\barbitration',
    ],
  },
  {
    id: 'law-named-governs-terms',
    pattern: `^{law} laws? (?:(?:will|shall) )?(?:exclusively |solely )?(?:governs?|appl(?:y|ies) to) ${ownTerms}`,
    value: { law: '$law' },
    allowed: [...exceptions, 'except for its conflicts? of laws? (?:principles|rules|provisions)'],
  },
  {
    id: 'law-word-governs-terms',
    pattern: `^{lawWord} laws? (?:(?:will|shall) )?(?:exclusively |solely )?(?:governs?|appl(?:y|ies) to) ${ownTerms}`,
    value: { law: '$lawWord' },
    allowed: [...exceptions, 'except for its conflicts? of laws? (?:principles|rules|provisions)'],
  },
  {
    id: 'laws-applicable-to-terms',
    pattern: `\\blaws? (?:applicable to|governing) (?:the (?:interpretation|construction) of )?${ownTerms}[^.;]{0,40} (?:is|are|(?:will|shall) be) (?:the )?laws? of {law}${alone}`,
    value: { law: '$law' },
    allowed: exceptions,
  },
  {
    id: 'terms-subject-to-laws-of',
    pattern: `\\b${ownTerms} (?:is|are|(?:will|shall) be) (?:exclusively |solely )?subject to (?:the )?(?:substantive )?laws? (?:of|in force in) {law}${alone}`,
    value: { law: '$law' },
    allowed: [...exceptions, 'subject to (?:the )?(?:substantive )?laws? (?:of|in)'],
  },
  {
    id: 'terms-subject-to-law-word',
    pattern: `\\b${ownTerms} (?:is|are|(?:will|shall) be) (?:exclusively |solely )?subject to (?:the )?(?:substantive )?{lawWord} laws?\\b${alone}`,
    value: { law: '$lawWord' },
    allowed: [...exceptions, 'subject to (?:the )?(?:substantive )?[\\p{L}]{4,15} laws?'],
  },
  {
    id: 'law-of-terms-is',
    pattern: `^(?:the )?(?:governing|applicable) laws? (?:of|for|to) ${ownTerms} (?:is|are|(?:will|shall) be) (?:the |that of )?(?:laws? of )?{law}${alone}(?! laws?\\b)`,
    value: { law: '$law' },
    allowed: exceptions,
  },
  {
    id: 'governed-by-federal-and-state-law',
    pattern: `\\b${ownTerms}(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,160}\\bgoverned by (?:the )?(?:applicable )?(?:federal laws?(?: of the united states(?: of america)?)?|laws? of the united states(?: of america)?) and (?:the )?laws? of (?:the )?(?:state of )?{usState}${alone}`,
    value: { law: '$usState' },
    allowed: exceptions,
  },
];

/**
 * In terms, the sentence is about them or their disputes as a whole: an annex or a service may have another law. The first word of
 * governing after them decides, so that not every pair of both is tried.
 */
const theTerms = [
  '(?:\\b(?:any|all) disputes? between the parties (?:will|shall) be ',
  '|\\b(?:any|all) (?:claims?|disputes?)(?: (?:that )?you (?:bring|have))?(?: (?:arising|relating|related)\\b(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,120})? (?:will|shall|are) (?:be )?',
  '|^(?:the|our|your) services?(?: and your (?:access to (?:and|or) )?use (?:of the services?|thereof))? (?:is|are|(?:will|shall) be) ',
  '|\\byour (?:access to (?:and|or) )?use of (?:the|our|this) (?:services?|sites?|websites?|platforms?) (?:is|are|(?:will|shall) be) ',
  `|\\b${ownTerms}(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,160})`,
].join('');

const ofHome =
  'laws? of (?:the |your )?(?:jurisdiction|country|state|place)\\b[^.;]{0,30}\\b(?:you|your|residence|resident|domicile)\\b';
/** The law of the holder's home, beside which another one is that of some holders alone. */
const watched = `\\b(?:governed|construed)\\b[^.;]{0,80}\\b${ofHome}|\\b${ofHome}[^.;]{0,40}\\b(?:will|shall) (?:govern|apply)|\\b(?:your local laws?|laws? of your) [^.;]{0,40}\\b(?:will|shall) (?:govern|apply)\\b`;

/** A cell that states that no law is agreed, and names none: the law is not disclosed. */
const noLawAgreed: SentenceForm = {
  id: 'no-law-agreed',
  pattern:
    `(?![^]{0,4000}(?:\\blaws? of (?!(?:the )?(?:jurisdiction|country|state|place)\\b)|{lawWord} laws?\\b|${lawPattern}))` +
    'there (?:is|are|exists?) no (?:(?:written|legal|binding|contractual|formal) ){0,3}(?:agreements?|contracts?|provisions?)\\b[^.;]{0,120}\\b(?:governing law|applicable law|laws? (?:that|which) (?:governs?|appl(?:y|ies)))\\b[^]{0,4000}',
  value: null,
};

export const governingLaw: FieldRules = {
  field: 'governing_law',
  tagTexts: [
    'ApplicableLawForOtherTokenExplanatory',
    'ApplicableLawForAssetreferencedTokenExplanatory',
    'ApplicableLawForEmoneyTokenExplanatory',
  ],
  cells: { 2: ['G.18'], 3: ['D.36'], 4: ['D.13'] },
  form: {
    closed: { notApplicable: null },
    whole: [
      noLawAgreed,
      {
        id: 'law-of',
        pattern: `(?:the )?laws? of {law}(?: \\(["' ]{0,3}applicable law["' ]{0,3}\\))?[\\].]{0,2}`,
        value: { law: '$law' },
      },
      { id: 'law-word', pattern: '{lawWord} law\\.?', value: { law: '$lawWord' } },
      { id: 'country', pattern: '{law}(?: law)?\\.?', value: { law: '$law' } },
    ],
    sentences: forms(''),
  },
  sentences: [...forms(theTerms), ...ofTerms, ...lawAbroad],
  watched: `${watched}|${homeLawAbroad}`,
  aside: ofAuthorities,
  words: [
    ...[
      'govern',
      'constru',
      'interpret',
      ' appl',
      'subject to',
      'droit',
      'loi',
      'législation',
      'recht',
      'ley',
      'legisla',
    ],
    ...['derecho', 'diritto', 'legge', 'prawo', 'prawu'],
  ],
  kinds: ['terms', 'page'],
};

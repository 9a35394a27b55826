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
  'that (?:may|might|would|could) (?:cause|provide for|require|result in|lead to) the application of the laws? of (?:another|any other|any) jurisdiction',
];

const forms = (subject: string): readonly SentenceForm[] => [
  {
    id: 'governed-by-laws-of',
    pattern: `${subject}\\b(?:governed|construed|interpreted)\\b(?:(?!\\blaws? of )[^.;]){0,90}?\\blaws? (?:of|in force in|applicable in) {law}${alone}`,
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
    pattern: `${subject}\\bgoverned\\b[^.;]{0,60}?\\bby {lawWord} law\\b${alone}`,
    value: { law: '$lawWord' },
    allowed: exceptions,
  },
];

const ownTerms = '(?:these|this|the|our) (?:user |entire )?(?:terms|agreement|contract)\\b';

/** Forms of terms alone: the law governs them, or the law of a state beside that of its federation does. */
const ofTerms: readonly SentenceForm[] = [
  {
    id: 'laws-of-govern-terms',
    pattern: `\\blaws? of {law}(?:, u\\.s\\.a\\.)?(?:,? (?:excluding|without|regardless|exclusive)[^,.;]{1,80})?,? (?:will |shall )?governs? (?:all matters (?:arising out of|relating to|related to)(?: or (?:relating to|related to|in connection with))? )?${ownTerms}`,
    value: { law: '$law' },
    allowed: [
      ...exceptions,
      'without (?:regard|reference|giving effect)',
      'notwithstanding any other agreement[^.;]{0,60}to the contrary',
      'except that the federal arbitration act (?:governs|will govern|shall govern)[^.;]{0,60}\\barbitration',
    ],
  },
  {
    id: 'governed-by-federal-and-state-law',
    pattern: `\\b${ownTerms}(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,120}\\bgoverned by (?:the )?(?:applicable )?federal laws?(?: of the united states(?: of america)?)? and (?:the )?laws? of (?:the )?(?:state of )?{usState}${alone}`,
    value: { law: '$usState' },
    allowed: exceptions,
  },
];

/**
 * In terms, the sentence is about them or their disputes as a whole: an annex or a service may have another law. The first word of
 * governing after them decides, so that not every pair of both is tried.
 */
const theTerms =
  '(?:\\b(?:any|all) disputes? between the parties (?:will|shall) be |^(?:any|all) claims? (?:will|shall|are) (?:be )?|\\b(?:these|this|the|our) (?:user |entire )?(?:terms|agreement|contract)\\b(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,120})';

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
  sentences: [...forms(theTerms), ...ofTerms],
  words: ['govern', 'constru', 'interpret'],
  kinds: ['terms', 'page'],
};

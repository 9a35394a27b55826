import { homeLawAbroad, lawAbroad } from './abroad/law.ts';
import type { FieldRules } from './field-rules.ts';
import { alone, lawExceptions as exceptions, lawOfTerms, ofSubstance } from './law-of-terms.ts';
import { lawPattern } from '../notation/places-of-law.ts';
import { ownInstrument, ownTerms } from './own-terms.ts';
import type { SentenceForm } from '../forms/form.ts';

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
    pattern: `${subject}\\bgoverned\\b[^.;]{0,60}?\\b(?:by|under|with),? (?:the )?(?:${ofSubstance} )?{lawWord} (?:${ofSubstance} )?laws?\\b${alone}`,
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

/** An authority or agency has a law of its own, which is none for others. */
export const ofAuthorities =
  '^(?:if|where|for|to the extent) [^;,]{0,120}\\b(?:government(?:al|s)?|public) (?:entit(?:y|ies)|agenc(?:y|ies)|bod(?:y|ies)|institutions?|authorit(?:y|ies)|users?)\\b';

/**
 * In terms, the sentence is about them or their disputes as a whole: an annex or a service may have another law. The first word of
 * governing after them decides, so that not every pair of both is tried.
 */
const theTerms = [
  '(?:\\b(?:any|all) disputes? between the parties (?:will|shall) be ',
  '|\\b(?:any|all) (?:claims?|disputes?)(?: (?:that )?you (?:bring|have))?(?: (?:arising|relating|related)\\b(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,120})? (?:will|shall|are) (?:be )?',
  '|^(?:any|all) matters (?:arising out of|relating to|related to|in connection with) (?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,160}? (?:is|are|(?:will|shall) be) ',
  `|^${ownInstrument}(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,160}? (?:is|are|(?:will|shall) be) `,
  '|^(?:the|our|your) services?(?: and your (?:access to (?:and|or) )?use (?:of the services?|thereof))? (?:is|are|(?:will|shall) be) ',
  '|\\byour (?:access to (?:and|or) )?use of (?:the|our|this) (?:services?|sites?|websites?|platforms?|wallets?|apps?|applications?|cards?|accounts?|exchange|tokens?) (?:is|are|(?:will|shall) be) ',
  // The relationship that the terms are about.
  '|^(?:the|all|any|our) (?:(?:legal|contractual|business) ){0,2}(?:relations?|relationships?) between (?:(?:you|the (?:client|customer|user|holder|investor|parties)) and (?:us|the (?:issuer|company|bank|provider|foundation|client|customer))|the parties|us and you) (?:is|are|(?:will|shall) be) ',
  `|\\b${ownTerms}(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,240})`,
].join('');

const ofHome =
  'laws? of (?:the |your )?(?:jurisdiction|country|state|place)\\b[^.;]{0,30}\\b(?:you|your|residence|resident|domicile)\\b';
/** The law of the holder's home, beside which another one is that of some holders alone. */
const watched = `\\b(?:governed|construed)\\b[^.;]{0,80}\\b${ofHome}|\\b${ofHome}[^.;]{0,40}\\b(?:(?:will|shall) (?:govern|apply|decide|determine|prevail)|governs|decides?|determines?)\\b|\\b(?:your local laws?|laws? of your) [^.;]{0,40}\\b(?:will|shall) (?:govern|apply)\\b`;

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
  sentences: [...forms(theTerms), ...lawOfTerms, ...lawAbroad],
  watched: `${watched}|${homeLawAbroad}`,
  aside: ofAuthorities,
  words: [
    ...[
      'govern',
      'constru',
      'interpret',
      ' appl',
      'subject to',
      'laws of the ',
      'law of the ',
      'laws of your',
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

/** The law of terms in forms of terms alone, and what may stand beside a law without taking it back. */
import { lawPattern } from '../notation/places-of-law.ts';
import type { SentenceForm } from '../forms/form.ts';
import { ownTerms } from './own-terms.ts';

/** No second law may follow, because it would be unknown which of the two applies. */
export const alone = [
  '(?!,? (?:and|or) (?:(?:(?:the|any|other|all) ){0,4}(?:applicable|laws?|regulations?|(?:[\\p{L}.]{1,30} ){1,3}laws?',
  `|(?:state|commonwealth|province|republic|kingdom) of)\\b|${lawPattern}(?! courts?\\b)))`,
].join('');

/** A law without its rules on conflicts of laws. */
export const ofSubstance = '(?:substantive|internal|domestic|material)';

/** The end of a sentence about a law, or what it leaves out: conflicts of laws and the convention on sales. */
const withoutConflicts =
  '(?=[.;]|$|,? (?:to the exclusion of|excluding|with the exception of) (?:(?:the|its|any) )?(?:un|united nations|conflicts?|rules|provisions)\\b)';

export const lawExceptions: readonly string[] = [
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
  ',? and (?:(?:is|are|(?:shall|will) be) )?subject to the (?:sole |non-)?(?:and )?(?:exclusive )?jurisdiction of',
  '(?:is|are) subject to and (?=(?:[a-z]{1,20} ){0,2}governed)',
  'except that (?:the|this) (?:[\\p{L}]{1,20} ){1,4}(?:is|(?:shall|will) be) governed by the (?:u\\.s\\. |us )?federal arbitration act',
];

/** What terms are about, where the law is stated of the use of a service. */
const useOfService =
  '(?:the|your|our) (?:access to (?:and|or) )?use of (?:this|the|our) (?:websites?|sites?|services?|platforms?|apps?|applications?|interface|products|wallets?)\\b(?! of\\b)';

/** Forms of terms alone: the law governs them, or the law of a state beside that of its federation does. */
export const lawOfTerms: readonly SentenceForm[] = [
  {
    id: 'laws-of-govern-terms',
    pattern: `\\blaws? of {law}(?:, u\\.s\\.a\\.)?(?:,? (?:excluding|without|regardless|exclusive)[^,.;]{1,160})?,? (?:(?:will|shall) )?(?:exclusively |solely )?(?:governs?|appl(?:y|ies) to) (?:(?:all|any) matters (?:arising out of|relating to|related to)(?: or (?:relating to|related to|in connection with))? )?(?:${ownTerms}|${useOfService})`,
    value: { law: '$law' },
    allowed: [
      ...lawExceptions,
      'without (?:regard|reference|giving effect)',
      'notwithstanding any other agreement[^.;]{0,60}to the contrary',
      'except that the federal arbitration act (?:governs|will govern|shall govern)[^.;]{0,60}\\barbitration',
    ],
  },
  {
    id: 'law-named-governs-terms',
    pattern: `^(?:you (?:acknowledge and )?agree that )?{law} laws? (?:(?:will|shall) )?(?:exclusively |solely )?(?:governs?|appl(?:y|ies) to) ${ownTerms}`,
    value: { law: '$law' },
    allowed: [...lawExceptions, 'except for its conflicts? of laws? (?:principles|rules|provisions)'],
  },
  {
    id: 'law-word-governs-terms',
    pattern: `^(?:you (?:acknowledge and )?agree that )?{lawWord} laws? (?:(?:will|shall) )?(?:exclusively |solely )?(?:governs?|appl(?:y|ies) to) ${ownTerms}`,
    value: { law: '$lawWord' },
    allowed: [...lawExceptions, 'except for its conflicts? of laws? (?:principles|rules|provisions)'],
  },
  {
    id: 'law-applies',
    pattern: `^(?:the )?laws? of {law} (?:(?:shall|will) )?(?:exclusively )?appl(?:y|ies)(?: exclusively)?${withoutConflicts}`,
    value: { law: '$law' },
    allowed: lawExceptions,
  },
  {
    id: 'law-word-applies',
    pattern: `^(?:the )?(?:${ofSubstance} )?{lawWord} (?:${ofSubstance} )?laws? (?:(?:shall|will) )?(?:exclusively )?appl(?:y|ies)(?: exclusively)?${withoutConflicts}`,
    value: { law: '$lawWord' },
    allowed: lawExceptions,
  },
  {
    id: 'laws-applicable-to-terms',
    pattern: `\\blaws? (?:applicable to|governing) (?:the (?:interpretation|construction) of )?${ownTerms}[^.;]{0,40} (?:is|are|(?:will|shall) be) (?:the )?laws? of {law}${alone}`,
    value: { law: '$law' },
    allowed: lawExceptions,
  },
  {
    id: 'terms-subject-to-laws-of',
    pattern: `\\b${ownTerms} (?:is|are|(?:will|shall) be) (?:exclusively |solely )?subject to (?:the )?(?:substantive )?laws? (?:of|in force in) {law}${alone}`,
    value: { law: '$law' },
    allowed: [...lawExceptions, 'subject to (?:the )?(?:substantive )?laws? (?:of|in)'],
  },
  {
    id: 'terms-subject-to-law-word',
    pattern: `\\b${ownTerms} (?:is|are|(?:will|shall) be) (?:exclusively |solely )?subject to (?:the )?(?:${ofSubstance} )?{lawWord} (?:${ofSubstance} )?laws?\\b${alone}`,
    value: { law: '$lawWord' },
    allowed: [...lawExceptions, `subject to (?:the )?(?:${ofSubstance} )?[\\p{L}]{4,15} (?:${ofSubstance} )?laws?`],
  },
  {
    id: 'terms-and-claims-subject-to-law-word',
    pattern: `^${ownTerms},? (?:and (?:any|all) (?:disputes?|claims?|obligations?)\\b[^.;]{0,80}? )(?:is|are|(?:will|shall) be) (?:exclusively |solely )?subject to (?:the )?(?:${ofSubstance} )?{lawWord} (?:${ofSubstance} )?laws?\\b${alone}`,
    value: { law: '$lawWord' },
    allowed: [...lawExceptions, `subject to (?:the )?(?:${ofSubstance} )?[\\p{L}]{4,15} (?:${ofSubstance} )?laws?`],
  },
  {
    id: 'governing-law-is',
    pattern: `^(?:the )?(?:governing|applicable) law (?:is|(?:shall|will) be) (?:the )?(?:(?:substantive )?laws? of )?{law}(?: law)?${alone}(?=[.,;]|$)`,
    value: { law: '$law' },
    allowed: lawExceptions,
  },
  {
    id: 'law-of-terms-is',
    pattern: `^(?:the )?(?:governing|applicable) laws? (?:of|for|to) ${ownTerms} (?:is|are|(?:will|shall) be) (?:(?:the|that of) )?(?:${ofSubstance} )?(?:laws? of )?{law}${alone}(?! laws?\\b)`,
    value: { law: '$law' },
    allowed: lawExceptions,
  },
  {
    id: 'law-word-of-terms-is',
    pattern: `^(?:the )?(?:governing|applicable) laws? (?:of|for|to) ${ownTerms} (?:is|are|(?:will|shall) be) (?:the )?(?:${ofSubstance} )?{lawWord} laws?\\b${alone}`,
    value: { law: '$lawWord' },
    allowed: lawExceptions,
  },
  {
    id: 'governed-by-provincial-and-federal-law',
    pattern: `\\b(?:${ownTerms}|${useOfService})(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,160}\\bgoverned\\b[^.;]{0,60}? (?:the )?laws? (?:of|in force in) (?:the )?(?:province of )?{caProvince},?(?: canada,?)? (?:and|together with) (?:the |any )?(?:federal )?laws? of canada(?: that are)? applicable (?:therein|in (?:that|such|the) province|there)\\b`,
    value: { law: '$caProvince' },
    allowed: [...lawExceptions, 'except for its conflicts? of laws? (?:principles|rules|provisions)'],
  },
  {
    id: 'governed-by-federal-and-state-law',
    pattern: `\\b${ownTerms}(?:(?!\\b(?:governed|construed|interpreted)\\b)[^.;]){0,160}\\bgoverned\\b[^.;]{0,60}? (?:by|with|under) (?:the )?(?:(?:applicable|internal|substantive) )?(?:federal laws?(?: of the united states(?: of america)?)?|laws? of the united states(?: of america)?),? and (?:of )?(?:the )?(?:(?:internal |substantive )?laws? of )?(?:the )?(?:state of )?{usState}${alone}`,
    value: { law: '$usState' },
    allowed: lawExceptions,
  },
];

import type { FieldRules } from './field-rules.ts';
import { holders } from './holders.ts';
import type { SentenceForm } from '../forms/form.ts';

const be = '(?:(?:would|will|shall) )?(?:be|rank as|be treated as|are)';

const sentences: readonly SentenceForm[] = [
  {
    id: 'unsecured-creditors',
    pattern: `\\b${holders} ${be} (?:general |ordinary )?unsecured creditors\\b`,
    value: { code: 'unsecured' },
  },
  {
    id: 'secured-creditors',
    pattern: `\\b${holders} (?:${be} secured creditors|(?:have|has|shall have) a secured claim)\\b`,
    value: { code: 'secured' },
  },
  {
    id: 'subordinated',
    pattern: `\\b(?:the )?claims? of ${holders} (?:is|are|ranks?|will be|shall be) subordinated\\b`,
    value: { code: 'subordinated' },
  },
  {
    id: 'pari-passu-on-segregated-assets',
    pattern: `\\b${holders} (?:will |shall )?rank pari passu (?:among themselves |with each other )?(?:in respect of|on|over) the (?:segregated|ring-fenced) (?:reserve )?assets\\b`,
    value: { code: 'ring_fenced_pari_passu' },
  },
  {
    id: 'statutory-priority',
    pattern: `\\b${holders} (?:have|has|shall have|enjoy) (?:a )?statutory priority\\b`,
    value: { code: 'statutory_priority' },
  },
];

const watched = '\\b(?:unsecured|subordinated|pari passu|secured creditors?|priority over|preferential)\\b';

export const insolvencyTreatment: FieldRules = {
  field: 'insolvency_treatment',
  tagTexts: ['InformationAboutHolderRightsInDefaultOrInsolvencyExplanatory', 'DescriptionOfRightsOfHoldersExplanatory'],
  cells: { 3: ['D.28'], 4: ['D.3'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  sentences,
  watched,
  words: ['secured', 'subordinated', 'pari passu', 'priority', 'preferential'],
  kinds: ['terms', 'page'],
};

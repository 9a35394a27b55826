import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const report = '(?:reserve|attestation|examination|assurance|proof[- ]of[- ]reserves?)';

const sentences: readonly SentenceForm[] = [
  {
    id: 'reports-published',
    pattern: `\\b${report} reports?(?: on (?:the|our) reserves?)? (?:is|are|will be|shall be) (?:published|issued|released|made available|disclosed) (?:on an? )?{frequency}(?: basis)?(?=[ .;,]|$)`,
    value: { code: '$frequency' },
  },
  {
    id: 'issuer-publishes',
    pattern: `\\b(?:we|the issuer|the company) (?:publish(?:es)?|issues?|releases?|discloses?) (?:an? |the |its |our )?{frequency} ${report} reports?\\b`,
    value: { code: '$frequency' },
  },
];

const watched = `\\b${report} reports?\\b[^.;]{0,60}\\b(?:daily|weekly|monthly|quarterly|annual|annually|yearly|every)\\b`;

export const attestationFrequency: FieldRules = {
  field: 'attestation_frequency',
  tagTexts: ['AssetReserveDescriptionExplanatory'],
  cells: { 3: ['G.2'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  places: { whole: [{ id: 'frequency', pattern: '{frequency}\\.?', value: { code: '$frequency' } }] },
  sentences,
  watched,
  words: ['report'],
  kinds: ['terms', 'page', 'report'],
};

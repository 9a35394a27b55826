/** All readers of fields, in the order of the rules. */
import type { Reader } from './engine.ts';
import { readPlaces } from './readers/read-places.ts';
import { readSentences } from './readers/read-sentences.ts';
import { readTemplate } from './readers/read-template.ts';
import { reportFields } from './report/report-fields.ts';
import { disclosedControl } from './rules/disclosed-control.ts';
import { fieldRules } from './rule-set.ts';

export const fieldReaders: readonly Reader[] = [
  ...fieldRules.map(
    (rules): Reader =>
      (document) => [
        ...readTemplate(document, rules),
        ...readPlaces(document, rules),
        ...readSentences(document, rules),
      ],
  ),
  (document) => readSentences(document, disclosedControl),
  reportFields,
];

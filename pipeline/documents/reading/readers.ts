/** All readers of fields, in the order of the rules. */
import type { Reader } from './engine.ts';
import { readPlaces } from './readers/read-places.ts';
import { readSentences } from './readers/read-sentences.ts';
import { readTemplate } from './readers/read-template.ts';
import { ofForce } from './readers/taken-back.ts';
import { reportFields } from './report/report-fields.ts';
import { disclosedControl } from './rules/disclosed-control.ts';
import { fieldRules } from './rule-set.ts';

const readers: readonly Reader[] = [
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

export const fieldReaders: readonly Reader[] = readers.map(ofForce);

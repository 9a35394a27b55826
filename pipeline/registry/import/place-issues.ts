import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import { shown } from '../../../schemas/values/reasons.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { requiredText, textIn } from './members.ts';

const inDocument = /^(?:pdf|html|xbrl|json):\S(?:.*\S)?$/;
const onChain = /^block:(?:0|[1-9]\d{0,18}):[0-9A-Za-z]{32,88}(?:;proof)?$/;

const documentForms = 'pdf:…, html:…, xbrl:… or json:…';
const chainForms = 'block:<number>:<hash>, followed by ;proof when a state root proves the value';

/** Errors in where a value was read: a chain is read at a block by a quorum, a document at a place of its text. */
export function placeIssues(line: ImportLine): readonly ImportIssue[] {
  const isChain = isSourceOf('chain', requiredText(line.value, 'sourceKey'));
  const place = textIn(line.value, 'place');
  const [form, forms] = isChain ? [onChain, chainForms] : [inDocument, documentForms];
  const issues: ImportIssue[] = [];
  if (place !== null && !form.test(place)) issues.push(invalid(line, 'place', `${shown(place)} is not ${forms}`));
  if (isChain && textIn(line.value, 'reading') !== null) {
    issues.push(invalid(line, 'reading', 'must be null: a chain has no text that a value is taken from'));
  }
  if (!isChain && (line.value['quorum'] ?? null) !== null) {
    issues.push(invalid(line, 'quorum', 'must be null: only a chain has providers that agree'));
  }
  return issues;
}

import { edgesSubjectKey, isEdgesFrom, isEdgesSubjectKey, sortedParties } from '../../parties/edges-value.ts';
import type { EdgeParty } from '../../../schemas/facts.ts';
import { formats } from '../../../schemas/values/formats.ts';
import type { PartyRole } from '../../../schemas/vocabulary.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { listIn, objectIn, requiredText } from './members.ts';

/** The parties in a role that a line states, sorted, each once; the subject key must be that of the role. */
export function readEdges(line: ImportLine): { readonly value: unknown; readonly issues: readonly ImportIssue[] } {
  const given = objectIn(line.value, 'value');
  const issues: ImportIssue[] = [];
  const sourceKey = requiredText(line.value, 'sourceKey');
  if (!formats.name.accepts(sourceKey) || ['registry', 'review', 'proof'].includes(sourceKey)) {
    issues.push(invalid(line, 'sourceKey', `must be a source id (${formats.name.expected}) of a document`));
  }
  if (given === null) {
    if (!isEdgesSubjectKey(requiredText(line.value, 'subjectKey'))) {
      issues.push(invalid(line, 'subjectKey', 'must be edges:<from>:<role>'));
    }
    return { value: null, issues };
  }
  const [from, role] = [requiredText(given, 'from'), requiredText(given, 'role') as PartyRole];
  if (!isEdgesFrom(from)) {
    const forms = 'asset, lei:<LEI>, reg:<country>:<number>, bic:<BIC> or name:<name>|<country or ->';
    issues.push(invalid(line, 'value.from', `must be ${forms}`));
  }
  const subjectKey = edgesSubjectKey({ from, role });
  if (requiredText(line.value, 'subjectKey') !== subjectKey) {
    issues.push(invalid(line, 'subjectKey', `must be ${subjectKey}, by from and role of the value`));
  }
  const parties = listIn<EdgeParty>(given, 'to');
  const to = sortedParties(parties);
  if (to.length < parties.length) issues.push(invalid(line, 'value.to', 'names a party twice'));
  return { value: { from, role, to }, issues };
}

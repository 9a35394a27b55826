import { partyKey } from '../../parties/identity.ts';
import { edgesSubjectKey } from '../../changes/families/edges/edge-state.ts';
import type { EdgeParty } from '../../../schemas/facts.ts';
import { formats } from '../../../schemas/values/formats.ts';
import type { PartyRole } from '../../../schemas/vocabulary.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { listIn, objectIn, requiredText } from './members.ts';

/** `asset`, or the key of the party that the role is for. */
const fromForm = /^(?:asset|lei:[A-Z0-9]{20}|reg:[A-Z]{2}:.+|bic:.+|name:.+\|(?:[A-Z]{2}|-))$/;

/** The parties in a role that a line states, sorted, each once; the subject key must be that of the role. */
export function readEdges(line: ImportLine): { readonly value: unknown; readonly issues: readonly ImportIssue[] } {
  const given = objectIn(line.value, 'value');
  const issues: ImportIssue[] = [];
  const sourceKey = requiredText(line.value, 'sourceKey');
  if (!formats.name.accepts(sourceKey) || ['registry', 'review', 'proof'].includes(sourceKey)) {
    issues.push(invalid(line, 'sourceKey', `must be a source id (${formats.name.expected}) of a document`));
  }
  if (given === null) {
    if (!/^edges:.+:[a-z_]+$/.test(requiredText(line.value, 'subjectKey'))) {
      issues.push(invalid(line, 'subjectKey', 'must be edges:<from>:<role>'));
    }
    return { value: null, issues };
  }
  const [from, role] = [requiredText(given, 'from'), requiredText(given, 'role') as PartyRole];
  if (!fromForm.test(from)) {
    const forms = 'asset, lei:<LEI>, reg:<country>:<number>, bic:<BIC> or name:<name>|<country or ->';
    issues.push(invalid(line, 'value.from', `must be ${forms}`));
  }
  const subjectKey = edgesSubjectKey({ from, role });
  if (requiredText(line.value, 'subjectKey') !== subjectKey) {
    issues.push(invalid(line, 'subjectKey', `must be ${subjectKey}, by from and role of the value`));
  }
  const parties = listIn<EdgeParty>(given, 'to');
  const byKey = new Map(parties.map((party) => [partyKey(party), party]));
  if (byKey.size < parties.length) issues.push(invalid(line, 'value.to', 'names a party twice'));
  const to = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, party]) => party);
  return { value: { from, role, to }, issues };
}

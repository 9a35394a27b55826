/** The edge through which a listed party is linked to the issuer, as a sentence. */
import type { ListMatchValue } from '../../../../../schemas/facts.ts';
import type { KeyedState } from '../../../../runtime/processor.ts';
import { partsOf } from '../../../composition/parts.ts';
import { fill } from '../../../../text/template.ts';
import { formatDate } from '../../../../text/values.ts';
import { edgesOf, type StatedEdges } from '../edge-state.ts';
import { issuerKeys } from '../declared-party.ts';
import { roleLabels } from './labels.ts';
import { edgePhrases } from './templates.ts';
import { ofText, sourceText, wholeText } from './text.ts';

const sources: readonly string[] = ['registry', 'register:gleif-rr'];
const roles: readonly string[] = ['parent', 'ultimate_parent'];

/**
 * `By GLEIF's relationship records as of 8 January 2026, the entity with the LEI … is direct parent of the issuer.` Empty
 * where no edge of the registry or of GLEIF has the subject.
 */
export function linkSentence(state: KeyedState, assetId: string, subject: ListMatchValue['subject']): string {
  const sets = Object.values(edgesOf(state, assetId).sets)
    .filter(({ source, role }) => sources.includes(source) && roles.includes(role))
    .sort((a, b) => (`${a.role} ${a.source} ${a.from}` < `${b.role} ${b.source} ${b.from}` ? -1 : 1));
  for (const set of sets) {
    const party = set.to.find((one, index) => isSubject(subject, one.lei, set, index));
    if (party === undefined) continue;
    return fill(edgePhrases.link, {
      source: sourceText(set.source, set.register),
      date: formatDate(set.at),
      party: wholeText(party),
      role: roleLabels[set.role].role,
      of: ofText(set.from, set.role, issuerKeys(partsOf(state, assetId))),
    });
  }
  return '';
}

const isSubject = (
  { key, partyId }: ListMatchValue['subject'],
  lei: string | undefined,
  { ids }: StatedEdges,
  index: number,
): boolean => (lei !== undefined && key === `lei:${lei}`) || (partyId !== undefined && ids?.[index] === partyId);

import { fill, fillWording } from '../../../text/template.ts';
import { clipped, joinList, oneLine, orElse } from '../../../text/values.ts';
import { partyRoles } from '../sanctions/subject-templates.ts';
import { isFormerName } from './explain-cell.ts';
import { endedStatuses, gleifCodes, gleifColumnTexts, gleifNotes, gleifPhrases } from './record-templates.ts';
import { unnamedRegister } from './templates.ts';
import { type CellFacts, cellTexts, type ExplainedCell } from './text.ts';

const longestName = 160;
const longestInHeadline = 60;

/** Explains the change of a column in GLEIF's record of a legal entity. */
export function explainRecord(facts: CellFacts): ExplainedCell {
  const { column, stated, row } = facts;
  const { template, ...how } = howItChanged(facts);
  const note = noteOf(facts);
  const entity = orElse(stated.entity, unnamedRegister);
  const { slots, before, after } = cellTexts(facts);
  const codeNote = (line: string | null): string | null =>
    column.isCode === true ? (gleifCodes.get(line ?? '') ?? null) : null;
  return {
    ...how,
    wording: fillWording(gleifColumnTexts[template], {
      ...slots,
      lei: orElse(row?.token ?? '', gleifPhrases.unknownLei),
      who: formatWho(clipped(entity, longestName), row?.roles ?? []),
      short: clipped(entity, longestInHeadline),
      note,
    }),
    label: slots.Label,
    previous: { line: before, note: codeNote(before) },
    current: { line: after, note: codeNote(after) },
  };
}

type How = Pick<ExplainedCell, 'kind' | 'changeKind'> & { readonly template: keyof typeof gleifColumnTexts };

function howItChanged({ column, cell }: CellFacts): How {
  const kind = 'register_detail_changed';
  if (cell.wasBlank) return { kind, changeKind: 'added', template: 'added' };
  if (cell.isBlank) return { kind, changeKind: 'removed', template: 'removed' };
  const { recordTemplate } = column;
  if (recordTemplate !== undefined) {
    const isStatus = recordTemplate !== 'legalName';
    return { kind: isStatus ? 'register_status_changed' : kind, changeKind: 'changed', template: recordTemplate };
  }
  const isSet = cell.hasMembers && cell.before?.items !== undefined;
  return { kind, changeKind: 'changed', template: isSet ? 'members' : 'changed' };
}

function noteOf({ column, cell: { before, after } }: CellFacts): string {
  if (column.beside === 'previous_names') return isFormerName(before, after) ? gleifNotes.formerly : '';
  if (column.beside !== 'successor' || !endedStatuses.has(after?.text ?? '')) return '';
  const successor = oneLine(after?.successor ?? '');
  return successor === ''
    ? gleifNotes.noSuccessor
    : fill(gleifNotes.successor, { successor: clipped(successor, longestName) });
}

/** The entity with its roles for the asset. */
function formatWho(entity: string, roles: readonly string[]): string {
  const texts = roles
    .map((role) => partyRoles.get(role) ?? oneLine(role.replaceAll('_', ' ')))
    .filter((text) => text !== '');
  return texts.length === 0 ? entity : fill(gleifPhrases.role, { entity, roles: joinList(texts) });
}

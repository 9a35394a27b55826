import { fill, fillWording } from '../../text/template.ts';
import { clipped, formatDate, joinList, midSentence, oneLine, orElse } from '../../text/values.ts';
import { partyRoles } from '../sanctions/subject-templates.ts';
import { isFormerName } from './explain-cell.ts';
import { endedStatuses, gleifCodes, gleifColumnTexts, gleifNotes, gleifPhrases } from './record-templates.ts';
import { blankCell, unnamedRegister } from './templates.ts';
import type { CellFacts, ExplainedCell } from './text.ts';

const longestName = 160;
const longestInHeadline = 60;

/** Explains the change of a column in GLEIF's record of a legal entity. */
export function explainRecord(facts: CellFacts): ExplainedCell {
  const { column, texts, stated, label, row, asOf } = facts;
  const { before, after, members } = texts;
  const { template, ...how } = howItChanged(facts);
  const entity = orElse(stated.entity, unnamedRegister);
  const isCode = column.isCode === true;
  const codeNote = (line: string | null): string | null => (isCode ? (gleifCodes.get(line ?? '') ?? null) : null);
  return {
    ...how,
    wording: fillWording(gleifColumnTexts[template], {
      Label: label,
      label: midSentence(label),
      lei: orElse(row?.token ?? '', gleifPhrases.unknownLei),
      who: formatWho(clipped(entity, longestName), row?.roles ?? []),
      short: clipped(entity, longestInHeadline),
      date: formatDate(asOf),
      before: isCode ? (before.line ?? blankCell) : before.inSentence,
      after: isCode ? (after.line ?? blankCell) : after.inSentence,
      members,
      note: noteOf(facts),
    }),
    notes: { previous: codeNote(before.line), current: codeNote(after.line) },
  };
}

type How = Pick<ExplainedCell, 'kind' | 'changeKind'> & { readonly template: keyof typeof gleifColumnTexts };

function howItChanged({ column, cell, texts }: CellFacts): How {
  const kind = 'register_detail_changed';
  if (cell.wasBlank) return { kind, changeKind: 'added', template: 'added' };
  if (cell.isBlank) return { kind, changeKind: 'removed', template: 'removed' };
  const { recordTemplate } = column;
  if (recordTemplate !== undefined) {
    const isStatus = recordTemplate !== 'legalName';
    return { kind: isStatus ? 'register_status_changed' : kind, changeKind: 'changed', template: recordTemplate };
  }
  const isSet = texts.members !== '' && cell.before?.items !== undefined;
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

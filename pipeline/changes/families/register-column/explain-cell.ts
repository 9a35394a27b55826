import { unicodeForm } from '../../../../schemas/values/unicode-form.ts';
import type { Cell } from '../../../registers/columns/cell.ts';
import { fill, fillWording } from '../../../text/template.ts';
import { joinList } from '../../../text/values.ts';
import { formatRow } from '../register-row/text.ts';
import { cellNotes, registerColumnTexts } from './templates.ts';
import { type CellFacts, cellTexts, type ExplainedCell, placesOf } from './text.ts';

/** Explains the change of a cell in a register's row. */
export function explainCell(facts: CellFacts): ExplainedCell {
  const { template, ...how } = howItChanged(facts);
  const note = noteOf(facts);
  const row = formatRow({ entity: facts.stated.entity, token: facts.row?.token ?? '' });
  const { slots, before, after } = cellTexts(facts);
  return {
    ...how,
    wording: fillWording(registerColumnTexts[template], { ...slots, row }),
    label: slots.Label,
    previous: { line: before, note: null },
    current: { line: after, note },
  };
}

type How = Pick<ExplainedCell, 'kind' | 'changeKind'> & { readonly template: keyof typeof registerColumnTexts };

function howItChanged({ column, cell }: CellFacts): How {
  const kind = 'register_detail_changed';
  if (column.endsAuthorisation === true) return howAuthorisationEnds(cell.date);
  const { added, removed, movedOut } = cell.members;
  if (movedOut.length > 0 && added.length === 0 && removed.length === 0) {
    return { kind, changeKind: 'moved', template: movedOut.length === 1 ? 'moved' : 'movedTogether' };
  }
  const isSet = (cell.before ?? cell.after)?.items !== undefined && cell.hasMembers;
  if (cell.wasBlank) return { kind, changeKind: 'added', template: isSet ? 'addedMembers' : 'added' };
  if (cell.isBlank) return { kind, changeKind: 'removed', template: 'removed' };
  if (column.corrects?.(cell.after?.text ?? '') === true) {
    return { kind: 'register_corrected', changeKind: 'corrected', template: 'corrected' };
  }
  return { kind, changeKind: 'changed', template: isSet ? 'members' : 'changed' };
}

function howAuthorisationEnds(date: CellFacts['cell']['date']): How {
  switch (date) {
    case 'emptied':
      return { kind: 'register_corrected', changeKind: 'corrected', template: 'authorisationContinues' };
    case 'set':
    case 'earlier':
      return { kind: 'register_status_changed', changeKind: 'changed', template: 'authorisationEnds' };
    case 'later':
    case 'unreadable':
      return { kind: 'register_detail_changed', changeKind: 'changed', template: 'changed' };
  }
}

function noteOf({ column, cell: { before, after, isBlank }, stated, asOf }: CellFacts): string | null {
  const notes: string[] = [];
  if (column.isPast === true && after?.date !== undefined) {
    if (after.date > isoDate(asOf)) notes.push(cellNotes.ahead);
    if (before?.date !== undefined && after.date < before.date) notes.push(cellNotes.back);
  }
  const elsewhere = isBlank ? (after?.elsewhere ?? []) : [];
  if (elsewhere.length > 0) {
    notes.push(fill(cellNotes.elsewhere, { items: joinList(elsewhere), to: placesOf(column).to }));
  }
  if (isFormerName(before, after)) notes.push(cellNotes.formerly);
  if (stated.matchedBy === 'issuer') notes.push(cellNotes.issuer);
  return notes.length === 0 ? null : notes.join(' ');
}

/** Whether the new cell, a legal name, comes with the earlier one as a previous legal name. */
export const isFormerName = (before: Cell, after: Cell): boolean =>
  (after?.formerly ?? []).some((name) => nameForm(name) === nameForm(before?.text ?? ''));

const nameForm = (name: string): string =>
  unicodeForm(name, 'NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,;:'"]+/g, ' ')
    .trim();

const isoDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

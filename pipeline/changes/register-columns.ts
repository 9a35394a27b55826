import type { ColumnMeaning, RegisterColumnValue, RegisterListedValue } from '../../schemas/facts.ts';
import { isLei } from '../../schemas/values/lei.ts';
import type { ChangeKind, ExplanationKind } from '../../schemas/vocabulary.ts';
import { dateMove, identifierDelta, isBlank, isNamedFormerly } from '../impact/v1/comparators.ts';
import { accept, change, type Circumstances, type Decision } from './finding.ts';
import { compareRecordColumn } from './gleif-columns.ts';
import { formatCell, cellQuoted, formatDelta, fieldWords, isSameCell, otherColumn } from './register-cells.ts';
import { formatRow } from './families/register-row/text.ts';
import { fill, fillWording } from './text/template.ts';
import { columnNotes, columnWords, registerColumnTexts } from './texts/register-columns.ts';
import { formatDate, joinList, midSentence, oneLine, orElse, sentenceCase } from './text/values.ts';

type Cell = RegisterColumnValue | null;

/**
 * A cell of a register row that says something else than before (domain 7.2). `rowOf` looks up what was last said about the
 * row itself, null when nothing was, and `formerNames` earlier legal names of its entity.
 */
export function compareColumn(
  seen: Circumstances<RegisterColumnValue>,
  current: Cell,
  rowOf: () => RegisterListedValue | null,
  formerNames: () => readonly string[],
): Decision {
  const { old } = seen;
  // The first reading of a cell is its baseline; a cell that was never stated has no name to be told by.
  if (old === undefined) return accept;
  const stated = current ?? old;
  if (stated === null || isSameCell(stated.meaning, old, current)) return accept;
  const row = rowOf();
  if (stated.matchedBy === 'party') return compareRecordColumn(seen, current, row);
  const { meaning } = stated;
  const label = sentenceCase(orElse(stated.label, seen.field));
  const asOf = row?.asOf ?? seen.observedAt;
  const register = orElse(stated.register, columnWords.register);
  const { movedOut } = identifierDelta(old, current);
  const formerly = meaning === 'legal_name' ? formerNames() : [];
  const now = current === null || formerly.length === 0 ? current : { ...current, formerly };
  const before = isBlank(old) ? null : oneLine(formatCell(old));
  const after = isBlank(current) ? null : oneLine(formatCell(current));
  const how = howItChanged(meaning, old, current);
  return change({
    category: 'register',
    kind: how.kind,
    changeKind: how.changeKind,
    stage: 'confirmed',
    comparable: seen.sameLineage,
    comparison: { comparison: 'register_column', meaning, old, new: now },
    wording: fillWording(registerColumnTexts[how.text], {
      Label: label,
      label: midSentence(label),
      register,
      Register: sentenceCase(register),
      row: formatRow({ entity: stated.entity, token: row?.token ?? '' }),
      date: formatDate(asOf),
      before: cellQuoted(old),
      after: cellQuoted(current),
      members: formatDelta(old, current),
      moved: joinList(movedOut),
      ...otherColumn(meaning),
    }),
    field: { name: seen.field, label, ...fieldWords(meaning) },
    before,
    after,
    previous: { label, value: before ?? columnWords.blank, note: null },
    current: { label, value: after ?? columnWords.blank, note: noteOf(meaning, old, now, stated, asOf) },
  });
}

interface How {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly text: keyof typeof registerColumnTexts;
}

function howItChanged(meaning: string, old: Cell, current: Cell): How {
  if (meaning === 'authorisation_end') return howAuthorisationEnds(old, current);
  const { added, removed, movedOut } = identifierDelta(old, current);
  if (movedOut.length > 0 && added.length === 0 && removed.length === 0) {
    const text = movedOut.length === 1 ? 'moved' : 'movedTogether';
    return { kind: 'register_detail_changed', changeKind: 'moved', text };
  }
  const isSet = (old ?? current)?.items !== undefined && formatDelta(old, current) !== '';
  if (isBlank(old)) {
    return { kind: 'register_detail_changed', changeKind: 'added', text: isSet ? 'addedMembers' : 'added' };
  }
  if (isBlank(current)) return { kind: 'register_detail_changed', changeKind: 'removed', text: 'removed' };
  if (meaning === 'lei' && isLei(current?.text ?? '')) {
    return { kind: 'register_corrected', changeKind: 'corrected', text: 'corrected' };
  }
  return { kind: 'register_detail_changed', changeKind: 'changed', text: isSet ? 'members' : 'changed' };
}

function howAuthorisationEnds(old: Cell, current: Cell): How {
  switch (dateMove(old, current)) {
    case 'emptied':
      return { kind: 'register_corrected', changeKind: 'corrected', text: 'authorisationContinues' };
    case 'set':
    case 'earlier':
      return { kind: 'register_status_changed', changeKind: 'changed', text: 'authorisationEnds' };
    case 'later':
    case 'unreadable':
      return { kind: 'register_detail_changed', changeKind: 'changed', text: 'changed' };
  }
}

const pastDates: readonly string[] = [
  'authorisation_date',
  'white_paper_date',
  'decision_date',
] satisfies readonly ColumnMeaning[];

function noteOf(meaning: string, old: Cell, current: Cell, stated: RegisterColumnValue, asOf: number): string | null {
  const notes: string[] = [];
  if (pastDates.includes(meaning) && current?.date !== undefined) {
    if (current.date > isoDate(asOf)) notes.push(columnNotes.ahead);
    if (old?.date !== undefined && current.date < old.date) notes.push(columnNotes.back);
  }
  const elsewhere = isBlank(current) ? (current?.elsewhere ?? []) : [];
  if (elsewhere.length > 0) {
    notes.push(fill(columnNotes.elsewhere, { items: joinList(elsewhere), ...otherColumn(meaning) }));
  }
  if (isNamedFormerly(old, current)) notes.push(columnNotes.formerly);
  if (stated.matchedBy === 'issuer') notes.push(columnNotes.issuer);
  return notes.length === 0 ? null : notes.join(' ');
}

const isoDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

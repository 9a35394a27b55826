import { ruleSetName } from '../../pipeline/documents/reading/rule-set.ts';
import type { FileRead } from './read-file.ts';

/** What the rules made of a file, as JSON. */
export function shownFields({
  reading,
  ended,
  reason,
  profile,
  kind,
  table,
  stated,
  left,
  missing,
  unread,
  seen,
}: FileRead): object {
  const { class: documentClass, language, title, pages, facts, alarms } = reading;
  return {
    reading: { documentClass, language, title, pages: pages.length, facts: facts.length, ended, reason, alarms },
    profile,
    kind,
    template: table,
    rules: ruleSetName,
    fields: stated,
    leftOut: left,
    notFound: missing,
    unreadCells: unread,
    facts: seen.facts,
    pairs: seen.pairs,
    regions: seen.regions,
  };
}

/** The same as text: each value with its evidence, then what was left out and why. */
export function fieldsText(read: FileRead): string {
  const { reading, ended, reason, profile, table, stated, left, missing, unread } = read;
  const template = table === null ? 'no white paper of the template' : `white paper, table ${table} of the template`;
  return [
    `${reading.class}, read ${ended}${reason === null ? '' : ` (${reason})`}; ${template}; ${profile}; rules ${ruleSetName}`,
    ...reading.alarms.map((alarm) => `  ${alarm}`),
    '',
    ...stated.flatMap(({ field, value, quote, place, rule }) => [
      `${field}  ${value === null ? 'not disclosed' : JSON.stringify(value)}`,
      `  "${quote}"`,
      `  ${place}  ${rule}`,
    ]),
    ...(left.length === 0 ? [] : ['', 'Left out:']),
    ...left.flatMap(({ field, why, quote, place, rule }) => [
      `${field}  ${why}`,
      `  "${quote}"`,
      `  ${place}  ${rule}`,
    ]),
    ...(missing.length === 0 ? [] : ['', 'Not found:']),
    ...missing.map(({ field, why }) => `${field}  ${why}`),
    ...(unread.length === 0 ? [] : ['', `Cells that no rule reads: ${unread.join(', ')}`]),
  ].join('\n');
}

import { childText, type XmlElement } from '../../xml/xml-element.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import { partialDate } from '../partial-date.ts';

/** Date and record count that the document states; null where it states none. */
export interface Publication {
  /** YYYY-MM-DD. */
  readonly date: string | null;
  /** Number of entries. */
  readonly count: number | null;
}

export function readPublication(information: XmlElement, alarms: AlarmList): Publication {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(childText(information, 'Publish_Date')) ?? [];
  const date = partialDate(Number(year), Number(month), Number(day));
  if (date === null) {
    alarms.add('publication dates', `${shown(childText(information, 'Publish_Date'))} is no date of publication.`);
  }
  const count = childText(information, 'Record_Count');
  return { date, count: /^\d{1,7}$/.test(count) ? Number(count) : null };
}

/** Why the document is incomplete, as the end of a sentence; null when it is not known to be. */
export function countProblem(stated: number | null, entries: number, alarms: AlarmList): string | null {
  if (stated === null) alarms.add('record counts', 'The document does not state how many entries it has.');
  else if (entries < stated) return `has ${entries} of the ${stated} entries that it states: it is not whole`;
  else if (entries > stated) {
    alarms.add('record counts', `The document has ${entries} entries, more than the ${stated} that it states.`);
  }
  return null;
}

import type { ParseResult, ParsedEntry, SnapshotFile } from '../../../ingest/feed.ts';
import { readUkList } from '../uk-sl/read-uk-list.ts';
import type { UkLayout } from '../uk-sl/uk-layout.ts';

/** OFSI's consolidated list in CSV: one row per name of a target, 36 columns since 2020, 29 before. */
const layout: UkLayout = {
  dateLine: 'Last Updated',
  columns: {
    entryId: 'Group ID',
    entityType: 'Group Type',
    nameType: 'Alias Type',
    aliasStrength: 'Alias Quality',
    nonLatinName: 'Name Non-Latin Script',
    regime: 'Regime',
    listedOn: 'Listed On',
    birthDate: 'DOB',
    nationality: 'Nationality',
    country: 'Country',
    information: 'Other Information',
    updated: 'Last Updated',
  },
  optional: ['Alias Quality', 'Name Non-Latin Script'],
  unread: [
    ...['Title', 'Non-Latin Script Type', 'Non-Latin Script Language', 'Town of Birth', 'Country of Birth'],
    ...['Passport Number', 'Passport Details', 'National Identification Number', 'National Identification Details'],
    ...['NI Details', 'NI Number', 'Position', 'Address 1', 'Address 2', 'Address 3', 'Address 4', 'Address 5'],
    ...['Address 6', 'Post/Zip Code', 'UK Sanctions List Date Designated'],
  ],
  lastCellIsOftenEmpty: false,
};

/** Entries of the consolidated list. An entry's id is the group id that the rows of a target share. */
export const parse = (files: readonly SnapshotFile[]): ParseResult<ParsedEntry> => readUkList(files, layout);

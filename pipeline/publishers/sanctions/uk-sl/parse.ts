import type { ParseResult, ParsedEntry, SnapshotFile } from '../../../ingest/feed.ts';
import { readUkList } from './read-uk-list.ts';
import type { UkLayout } from './uk-layout.ts';

/** The UK Sanctions List in CSV: one row per name and address of an entry, 58 columns. */
const layout: UkLayout = {
  dateLine: 'Report Date',
  columns: {
    entryId: 'Unique ID',
    entityType: 'Designation Type',
    nameType: 'Name type',
    aliasStrength: 'Alias strength',
    nonLatinName: 'Name non-latin script',
    regime: 'Regime Name',
    listedOn: 'Date Designated',
    birthDate: 'D.O.B',
    nationality: 'Nationality(/ies)',
    country: 'Address Country',
    information: 'Other Information',
    registration: 'Business registration number (s)',
    website: 'Website',
    parent: 'Parent company',
    subsidiary: 'Subsidiaries',
    imo: 'IMO number',
    owner: 'Current owner/operator (s)',
    flag: 'Current believed flag of ship',
    updated: 'Last Updated',
  },
  optional: [],
  unread: [
    ...['OFSI Group ID', 'UN Reference Number', 'Title', 'Non-latin script type', 'Non-latin script language'],
    ...['Designation source', 'Sanctions Imposed', 'UK Statement of Reasons', 'Address Line 1', 'Address Line 2'],
    ...['Address Line 3', 'Address Line 4', 'Address Line 5', 'Address Line 6', 'Address Postal Code'],
    ...['Phone number', 'Email address', 'National Identifier number', 'National Identifier additional information'],
    ...['Passport number', 'Passport additional information', 'Position', 'Gender', 'Town of birth'],
    ...['Country of birth', 'Type of entity', 'Previous owner/operator (s)', 'Previous flags', 'Type of ship'],
    ...['Tonnage of ship', 'Length of ship', 'Year Built', 'Hull identification number (HIN)'],
  ],
  lastCellIsOftenEmpty: true,
};

/** Entries of the UK Sanctions List. An entry's id is the unique id of its designation, such as RUS0241. */
export const parse = (files: readonly SnapshotFile[]): ParseResult<ParsedEntry> => readUkList(files, layout);

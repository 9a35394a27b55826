/** Level 2, RR-CDF 2.1: who owns whom. The start of a relationship is the child. */
import { relationshipColumns } from '../../registers/gleif-columns.ts';
import { checkElements, code, day, type FileKind, statedDay } from '../large-files/file-kind.ts';
import { gleifXml, wholeContent } from './gleif-layout.ts';

const relationshipTypes = [
  'IS_DIRECTLY_CONSOLIDATED_BY',
  'IS_ULTIMATELY_CONSOLIDATED_BY',
  'IS_INTERNATIONAL_BRANCH_OF',
  'IS_FUND-MANAGED_BY',
  'IS_SUBFUND_OF',
  'IS_FEEDER_TO',
];
const relationshipStatuses = ['ACTIVE', 'INACTIVE', 'NULL'];
const recordStatuses = [
  'PENDING_VALIDATION',
  'PUBLISHED',
  'DUPLICATE',
  'LAPSED',
  'RETIRED',
  'ANNULLED',
  'TRANSFERRED',
  'PENDING_TRANSFER',
  'PENDING_ARCHIVAL',
];

const elements = {
  '': ['Relationship', 'Registration'],
  Relationship: [
    'StartNode',
    'EndNode',
    'RelationshipType',
    'RelationshipPeriods',
    'RelationshipStatus',
    'RelationshipQualifiers',
    'RelationshipQuantifiers',
  ],
  Registration: [
    'InitialRegistrationDate',
    'LastUpdateDate',
    'RegistrationStatus',
    'NextRenewalDate',
    'ManagingLOU',
    'ValidationSources',
    'ValidationDocuments',
    'ValidationReference',
  ],
};

const periods = 'Relationship.RelationshipPeriods.RelationshipPeriod';

export const relationshipRecords: FileKind = {
  wholeContent,
  layout: {
    holds: 'relationship records',
    xml: gleifXml('RelationshipData', 'Header', 'RelationshipRecords', 'RelationshipRecord'),
    json: 'relations',
    csv: {
      required: [
        relationshipColumns.start,
        relationshipColumns.end,
        relationshipColumns.type,
        relationshipColumns.status,
      ],
      known: new RegExp(
        `^(?:ConformityFlag|Extension\\..*|.*DeletedAt|Relationship\\.(?:StartNode|EndNode|RelationshipType|RelationshipStatus|Period|Qualifiers|Quantifiers)(?:\\..*)?|Registration\\.(?:${elements.Registration.join('|')})(?:\\..*)?)$`,
      ),
      names: { [periods]: 'Relationship.Period' },
    },
    identifier: 'LEI',
    idPath: ['Relationship', 'StartNode', 'NodeID'],
  },
  hops: 5,
  expectsAll: false,
  read: (record, alarms) => {
    checkElements(record, elements, alarms);
    const columns = relationshipColumns;
    const start = record.text(columns.start);
    const end = record.text(columns.end);
    for (const node of ['StartNode', 'EndNode']) {
      const kind = record.text(`Relationship.${node}.NodeIDType`);
      if (kind === '' || kind === 'LEI') continue;
      alarms.add(
        'nodes that are no LEI',
        `A relationship of ${start.slice(0, 40)} names a ${node} by ${kind.slice(0, 40)}; it is not read.`,
      );
      return null;
    }
    const type = code(record, columns.type, relationshipTypes, alarms);
    const status = code(record, columns.status, relationshipStatuses, alarms);
    // The other periods are those of accounts and filings. They move every year and do not describe the relationship.
    const period = record.list(periods).find((item) => item.child('PeriodType') === 'RELATIONSHIP_PERIOD');
    const isDeleted = record.isDeleted;
    return {
      id: start,
      key: `${start} ${type} ${end}`,
      updated: record.text(columns.lastUpdate),
      isDeleted,
      isCurrent: status === 'ACTIVE' && !isDeleted,
      leadsTo: status === 'INACTIVE' || isDeleted ? null : end,
      columns: {
        [columns.start]: start,
        [columns.type]: type,
        [columns.end]: end,
        [columns.status]: status,
        [columns.startDate]: statedDay(columns.startDate, period?.child('StartDate') ?? '', alarms),
        [columns.endDate]: statedDay(columns.endDate, period?.child('EndDate') ?? '', alarms),
        [columns.recordStatus]: code(record, columns.recordStatus, recordStatuses, alarms),
        [columns.lastUpdate]: day(record.text(columns.lastUpdate)),
      },
    };
  },
};

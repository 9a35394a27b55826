/** Level 1, LEI-CDF 3.1: who is who. */
import { checkElements, code, day, type FileKind, joined, statedDay } from '../large-files/file-kind.ts';
import type { SourceRecord } from '../large-files/record.ts';
import { gleifXml, wholeContent } from './gleif-layout.ts';

const registrationStatuses = [
  'PENDING_VALIDATION',
  'ISSUED',
  'DUPLICATE',
  'LAPSED',
  'MERGED',
  'RETIRED',
  'ANNULLED',
  'CANCELLED',
  'TRANSFERRED',
  'PENDING_TRANSFER',
  'PENDING_ARCHIVAL',
];
const entityStatuses = ['ACTIVE', 'INACTIVE', 'NULL'];
const entityCategories = [
  'GENERAL',
  'FUND',
  'BRANCH',
  'SOLE_PROPRIETOR',
  'RESIDENT_GOVERNMENT_ENTITY',
  'INTERNATIONAL_ORGANIZATION',
];
const nameTypes = ['PREVIOUS_LEGAL_NAME', 'TRADING_OR_OPERATING_NAME', 'ALTERNATIVE_LANGUAGE_LEGAL_NAME'] as const;

/** Column names of a row: the paths of LEI-CDF, as in GLEIF's CSV. */
export const leiColumns = {
  lei: 'LEI',
  legalName: 'Entity.LegalName',
  previousNames: 'Entity.OtherEntityNames.PREVIOUS_LEGAL_NAME',
  tradingNames: 'Entity.OtherEntityNames.TRADING_OR_OPERATING_NAME',
  otherLanguageNames: 'Entity.OtherEntityNames.ALTERNATIVE_LANGUAGE_LEGAL_NAME',
  country: 'Entity.LegalAddress.Country',
  authorityId: 'Entity.RegistrationAuthority.RegistrationAuthorityID',
  authorityEntityId: 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  category: 'Entity.EntityCategory',
  legalForm: 'Entity.LegalForm',
  entityStatus: 'Entity.EntityStatus',
  successor: 'Entity.SuccessorEntity',
  registrationStatus: 'Registration.RegistrationStatus',
  nextRenewal: 'Registration.NextRenewalDate',
  lastUpdate: 'Registration.LastUpdateDate',
  managingLou: 'Registration.ManagingLOU',
} as const;

const elements = {
  '': ['LEI', 'Entity', 'Registration'],
  Entity: [
    'LegalName',
    'OtherEntityNames',
    'TransliteratedOtherEntityNames',
    'LegalAddress',
    'HeadquartersAddress',
    'OtherAddresses',
    'TransliteratedOtherAddresses',
    'RegistrationAuthority',
    'LegalJurisdiction',
    'EntityCategory',
    'EntitySubCategory',
    'LegalForm',
    'AssociatedEntity',
    'EntityStatus',
    'EntityCreationDate',
    'EntityExpirationDate',
    'EntityExpirationReason',
    'SuccessorEntity',
    'LegalEntityEvents',
  ],
  Registration: [
    'InitialRegistrationDate',
    'LastUpdateDate',
    'RegistrationStatus',
    'NextRenewalDate',
    'ManagingLOU',
    'ValidationSources',
    'ValidationAuthority',
    'OtherValidationAuthorities',
  ],
};

const names = 'Entity.OtherEntityNames.OtherEntityName';

export const leiRecords: FileKind = {
  wholeContent,
  layout: {
    holds: 'LEI records',
    xml: gleifXml('LEIData', 'LEIHeader', 'LEIRecords', 'LEIRecord'),
    json: 'records',
    csv: {
      required: ['LEI', leiColumns.legalName, leiColumns.entityStatus, leiColumns.registrationStatus],
      known: new RegExp(
        `^(?:LEI|ConformityFlag|Extension\\..*|.*DeletedAt|Entity\\.(?:${elements.Entity.join('|')})(?:\\..*)?|Registration\\.(?:${elements.Registration.join('|')})(?:\\..*)?)$`,
      ),
      names: {},
    },
    identifier: 'LEI',
    idPath: ['LEI'],
  },
  hops: 0,
  expectsAll: true,
  read: (record, alarms) => {
    checkElements(record, elements, alarms);
    const lei = record.text('LEI');
    const other = record
      .list(names)
      .map((item) => ({ type: item.attribute('type'), name: item.text || item.child('OtherEntityName') }));
    const named = (type: string): string => joined(other.filter((one) => one.type === type).map(({ name }) => name));
    for (const { type, name } of other) {
      if (name === '' || (nameTypes as readonly string[]).includes(type)) continue;
      alarms.add(
        'unknown codes',
        `A name has the type ${JSON.stringify(type.slice(0, 60))}, which is not known; it is not read.`,
      );
    }
    const { lastUpdate } = leiColumns;
    return {
      id: lei,
      key: lei,
      updated: record.text(lastUpdate),
      isDeleted: record.isDeleted,
      isCurrent: true,
      leadsTo: null,
      columns: {
        [leiColumns.lei]: lei,
        [leiColumns.legalName]: record.text(leiColumns.legalName),
        [leiColumns.previousNames]: named('PREVIOUS_LEGAL_NAME'),
        [leiColumns.tradingNames]: named('TRADING_OR_OPERATING_NAME'),
        [leiColumns.otherLanguageNames]: named('ALTERNATIVE_LANGUAGE_LEGAL_NAME'),
        [leiColumns.country]: record.text(leiColumns.country),
        [leiColumns.authorityId]: record.text(leiColumns.authorityId),
        [leiColumns.authorityEntityId]: record.text(leiColumns.authorityEntityId),
        [leiColumns.category]: code(record, leiColumns.category, entityCategories, alarms),
        [leiColumns.legalForm]: legalForm(record),
        [leiColumns.entityStatus]: code(record, leiColumns.entityStatus, entityStatuses, alarms),
        [leiColumns.successor]: successors(record),
        [leiColumns.registrationStatus]: code(record, leiColumns.registrationStatus, registrationStatuses, alarms),
        [leiColumns.nextRenewal]: statedDay(leiColumns.nextRenewal, record.text(leiColumns.nextRenewal), alarms),
        [lastUpdate]: day(record.text(lastUpdate)),
        [leiColumns.managingLou]: record.text(leiColumns.managingLou),
      },
    };
  },
};

/** ISO 20275 code, followed by the free text that replaces it where the code only stands for another form. */
const legalForm = (record: SourceRecord): string =>
  [record.text('Entity.LegalForm.EntityLegalFormCode'), record.text('Entity.LegalForm.OtherLegalForm')]
    .filter((part) => part !== '')
    .join(' ');

const successors = (record: SourceRecord): string =>
  joined(
    record
      .list('Entity.SuccessorEntity')
      .map((item) =>
        [item.child('SuccessorLEI'), item.child('SuccessorEntityName')].filter((part) => part !== '').join(' '),
      ),
  );

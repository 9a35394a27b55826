/**
 * Level 2 reporting exceptions: why an entity names no parent. The parser skips the exception reference, which may name
 * a person.
 */
import { exceptionColumns } from '../../registers/gleif-columns.ts';
import { checkCode, checkElements, code, type FileKind, joined } from '../large-files/file-kind.ts';
import { gleifXml, wholeContent } from './gleif-layout.ts';

const categories = ['DIRECT_ACCOUNTING_CONSOLIDATION_PARENT', 'ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT'];
const reasons = [
  'NO_LEI',
  'NATURAL_PERSONS',
  'NON_CONSOLIDATING',
  'NO_KNOWN_PERSON',
  'NON_PUBLIC',
  'BINDING_LEGAL_COMMITMENTS',
  'LEGAL_OBSTACLES',
  'CONSENT_NOT_OBTAINED',
  'DETRIMENT_NOT_EXCLUDED',
  'DISCLOSURE_DETRIMENTAL',
];

const elements = {
  // Files derived from the golden copy carry `ContentDate` in every record.
  '': ['LEI', 'ExceptionCategory', 'ExceptionReason', 'ExceptionReference', 'ContentDate'],
};

export const exceptionRecords: FileKind = {
  wholeContent,
  layout: {
    holds: 'reporting exceptions',
    xml: gleifXml('ReportingExceptionData', 'Header', 'ReportingExceptions', 'Exception'),
    json: 'exceptions',
    csv: {
      required: ['LEI', 'Exception.Category', 'Exception.Reason.1'],
      known:
        /^(?:LEI|Exception\.Category|Exception\.(?:Reason|Reference)\.\d+|ConformityFlag|Extension\..*|.*DeletedAt)$/,
      names: { [exceptionColumns.category]: 'Exception.Category', [exceptionColumns.reason]: 'Exception.Reason' },
    },
    identifier: 'LEI',
    idPath: ['LEI'],
  },
  hops: 0,
  expectsAll: false,
  read: (record, alarms) => {
    checkElements(record, elements, alarms);
    const lei = record.text('LEI');
    const category = code(record, exceptionColumns.category, categories, alarms);
    const stated = record.list(exceptionColumns.reason).map(({ text }) => text);
    for (const reason of stated) checkCode(exceptionColumns.reason, reason, reasons, alarms);
    return {
      id: lei,
      key: `${lei} ${category}`,
      updated: '',
      isDeleted: record.isDeleted,
      isCurrent: true,
      leadsTo: null,
      columns: {
        [exceptionColumns.lei]: lei,
        [exceptionColumns.category]: category,
        [exceptionColumns.reason]: joined([...stated].sort()),
      },
    };
  },
};

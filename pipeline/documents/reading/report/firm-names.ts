/** Names of accounting firms: a list that settles the spelling, and legal forms that only such firms have. */
import { phraseWords } from '../profiles/phrases.ts';

/** Firms by the name with which they sign. */
export const accountingFirms: readonly string[] = [
  ...['BDO LLP', 'BDO USA, P.C.', 'BPM LLP', 'Cohen & Company, Ltd.', 'CohnReznick LLP', 'Crowe LLP'],
  ...['Deloitte & Touche LLP', 'Deloitte LLP', 'Ernst & Young LLP', 'Forvis Mazars LLP', 'Grant Thornton LLP'],
  ...['KPMG LLP', 'Marcum LLP', 'Mazars LLP', 'Moss Adams LLP', 'PricewaterhouseCoopers LLP', 'RSM US LLP'],
  ...['The Network Firm LLP', 'WithumSmith+Brown, PC'],
];

/** Legal forms and titles at the end of the name of a firm, as sources of expressions. */
export const firmForms: readonly string[] = [
  ...['LLP', 'PLLP', 'PLLC', 'P\\.C\\.', 'PC', 'CPAs?', 'CPAs?,? (?:LLC|LLP|PC|P\\.C\\.|Limited|Ltd\\.?|P\\.A\\.)'],
  ...['Certified Public Accountants(?:,? (?:LLP|Limited|Ltd\\.?))?', 'Chartered Accountants', '\\(Audit\\) Limited'],
  ...['(?:Assurance|Audit|Auditors),? (?:LLC|Limited|Ltd\\.?|Inc\\.?)'],
  ...['S\\.p\\.A\\.', '(?:GmbH|AG|mbB)(?: & Co\\. KG)? (?:Wirtschaftsprüfungsgesellschaft|WPG)'],
  ...['Wirtschaftsprüfungsgesellschaft', 'Audit (?:S\\.A\\.?|SAS|SA|Sàrl)', 'Accountants (?:N\\.V\\.|B\\.V\\.)'],
  ...['Audyt sp\\. z o\\.o\\.(?: sp\\. k\\.)?', 'Auditores,? S\\.L\\.'],
];

export const keyOfFirm = (name: string): string => phraseWords(name).join(' ');
const listed: ReadonlyMap<string, string> = new Map(accountingFirms.map((name) => [keyOfFirm(name), name]));
const name = new RegExp(
  `^(?:[\\p{Lu}\\p{N}][\\p{L}\\p{N}.'’+-]{0,30}[,]?|&|and|of)(?: (?:[\\p{Lu}\\p{N}][\\p{L}\\p{N}.'’+-]{0,30},?|&|and|of)){0,6} (?:${firmForms.join('|')})$`,
  'u',
);
const form = new RegExp(`(?:${firmForms.join('|')})$`, 'iu');

/** The firm of the list by any spelling of its name; undefined for others. */
export const listedFirm = (text: string): string | undefined => listed.get(keyOfFirm(text));

/** Whether a text is the name of a firm and nothing else, in capitals too. */
export const isFirmName = (text: string): boolean =>
  listedFirm(text) !== undefined || (text.length <= 100 && form.test(text.trim()) && name.test(text.trim()));

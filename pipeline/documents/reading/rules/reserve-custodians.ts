import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';
import { custodianBanks } from '../vocabulary/custodian-banks.ts';

const reserve = '(?:all (?:of )?)?(?:the|its|our) (?:{token} )?(?:reserves?|reserve assets|redemption assets)';
const held = '(?:held|kept|maintained)(?: and (?:held|kept|maintained))?';

/** Sentences about the whole reserve in which every named custodian is in the list of banks. */
const sentences: readonly SentenceForm[] = [
  {
    id: 'reserve-held-at-listed-banks',
    pattern: `^${reserve} (?:is|are) ${held}(?: as (?:cash )?deposits?| in cash| in custody)? (?:at|with|by) {custodians}\\.?$`,
    value: { parties: '$custodians' },
  },
];

const assets = '(?:reserves?|assets|gold|bullion|cash|deposits|securities|bills|funds)';

/** Another sentence of where a part of the reserve is: beside one, no list is known to be complete. */
const watched = [
  `\\b${assets}\\b[^.;]{0,80}?\\b(?:is|are) (?:\\w{1,40} ){0,3}(?:held|kept|maintained|deposited|stored|custodied)(?: \\w{1,40}){0,4} (?:at|with|by|in custody)\\b`,
  // What a rule demands ("must be held in custody with") is not what is done.
  '(?<!\\b(?:must|shall) be held in )\\b(?:custody|custodial|safekeeping)\\b',
  '^(?!.*\\b(?:must|shall) be held\\b).*\\bcustodians? (?:is|are|for|of|hold)\\b',
  '\\b(?:as|through|with|by|our|its|the|an?) (?:\\w{1,40} ){0,2}(?:sub-)?custodians?\\b',
  '{custodian}',
].join('|');

/** Names come from the cell for them, a declared place, or a sentence whose names are all in the list of banks. */
export const reserveCustodians: FieldRules = {
  field: 'reserve_custodians',
  tagTexts: ['CustodianServiceProvidersExplanatory'],
  cells: { 3: ['G.7'] },
  form: { closed: { notApplicable: null } },
  parties: 'several',
  sentences,
  watched,
  words: [
    ...['held', 'kept', 'maintained', 'deposited', 'stored', 'custod', 'safekeeping'],
    ...custodianBanks.map((name) => name.toLowerCase()),
  ],
  kinds: ['report'],
};

/** Kinds that files of registers and lists cause: recorded ones, and a later file that differs from a recorded one. */
import { altered, assetOf, type Case, declare, file, partyOf, recorded, type Step } from './steps.ts';

const providers = 'esma-casps';
/** Files of ESMA's register of service providers; those of March and August 2026 are recorded. */
const [march, august] = ['CASPS-20260310.csv', 'CASPS-20260817.csv'];

/** The recorded file of August without the row of one entity, and without the end of an authorisation. */
function later(): string {
  const text = recorded(providers, august).toString('utf8');
  const lines = text.split(/(?<=\n)(?=[A-Z"])/);
  return lines
    .filter((line) => !line.includes(left))
    .map((line) => (line.includes(back) ? line.replace('26/03/2026', '') : line))
    .join('');
}
const left = '529900KTP3Y86BZKY754';
const back = '894500ZVOL3A9LO8LN34';

const steps: readonly Step[] = [
  file(providers, march, '2026-03-10'),
  file(providers, august, '2026-08-17'),
  altered(providers, 'CASPS-20260824.csv', '2026-08-24', () => Buffer.from(later())),
  altered(providers, 'CASPS-20260901.csv', '2026-09-01', () => Buffer.from(`${later()}\n`)),
];

const ofEntity = (name: string, lei: string, legalName: string): Case => ({
  name,
  lines: [partyOf(name, { lei, legalName }), assetOf(name)],
  steps,
});

const list = 'ofac-addresses';
const addresses: readonly Step[] = [
  file(list, 'ETH-2022-09-03.json', '2022-09-03'),
  file(list, 'ETH-2022-11-09.json', '2022-11-09'),
];

/** The contract is an address of the list. */
const ofAddress = (name: string, address: string): Case => ({
  name,
  lines: [partyOf(name), assetOf(name, { address })],
  steps: addresses,
});

const companies = 'ofac-consolidated';
const company = 'consolidated_nonsdn-2025-03-28.xml.gz';
const isin = 'US1694261033';

/** The recorded list with another programme of the entry that has the ISIN. */
function otherProgramme(): Buffer {
  const text = recorded(companies, company).toString('utf8');
  const entry = text.lastIndexOf('<sdnEntry>', text.indexOf(isin));
  const end = text.indexOf('</sdnEntry>', entry);
  const amended = text.slice(entry, end).replace('<program>CMIC-EO13959<', '<program>NS-MBS-EO14024<');
  return Buffer.from(`${text.slice(0, entry)}${amended}${text.slice(end)}`);
}

export const registerCases = {
  register_added: ofEntity('register_added', '6488C2PNI17093U2YA18', '"Trek Technologies" SIA'),
  register_removed: ofEntity('register_removed', left, 'DADAT Krypto GmbH'),
  register_status_changed: ofEntity('register_status_changed', '549300LZMQXXYV4JJ603', 'Stratos Europe Ltd'),
  register_detail_changed: ofEntity('register_detail_changed', '529900032TYR45XIEW79', 'EUWAX AG'),
  register_corrected: ofEntity('register_corrected', back, 'Decubate B.V.'),
  list_match_added: ofAddress('list_match_added', '0x743494b60097A2230018079c02fe21a7B687EAA5'),
  list_match_removed: ofAddress('list_match_removed', '0x905b63Fff465B9fFBF41DeA908CEb12478ec7601'),
  list_match_amended: {
    name: 'list_match_amended',
    lines: [partyOf('list_match_amended', { isins: [isin] }), assetOf('list_match_amended')],
    steps: [
      file(companies, company, '2025-03-28'),
      altered(companies, 'consolidated_nonsdn-2026-03-28.xml', '2026-03-28', otherProgramme),
    ],
  },
  list_candidate: {
    name: 'list_candidate',
    lines: [partyOf('list_candidate'), assetOf('list_candidate')],
    steps: [
      file(companies, company, '2025-03-28'),
      declare('2025-06-01', partyOf('list_candidate', { legalName: 'China Telecom Corporation Limited' })),
    ],
  },
} satisfies Readonly<Record<string, Case>>;

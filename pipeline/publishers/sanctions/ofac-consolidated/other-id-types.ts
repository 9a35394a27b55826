/**
 * Whether a kind of identification is known and skipped: documents of natural persons, marks of vessels and aircraft,
 * contact details, and remarks about the sanctions.
 */
export const isOtherIdType = (type: string): boolean =>
  documents.has(type) || others.some((beginning) => type.startsWith(beginning));

const documents: ReadonlySet<string> = new Set(
  (
    "Passport|Diplomatic Passport|British National Overseas Passport|Cedula No.|Driver's License No.|D.N.I.|N.I.E.|" +
    'C.U.I.|C.U.I.P.|C.U.R.P.|R.N.C.|SSN|I.F.E.|LE Number|NRIC|Tarjeta Profesional|Cartilla de Servicio Militar Nacional|' +
    'Credencial electoral|Electoral Registry No.|Numero de Identidad|Personal ID Card|National Foreign ID Number|' +
    'Identification Number|Birth Certificate Number|Travel Document Number|Refugee ID Card|Residency Number|' +
    "Stateless Person ID Card|Stateless Person Passport|Citizen's Card Number|Seafarer's Identification Document|" +
    'Pilot License Number|Military Registration Number|Bosnian Personal ID No.|Moroccan Personal ID No.|' +
    'Kenyan ID No.|Turkish Identification Number|UAE Identification|Tazkira National ID Card|Immigration No.|' +
    'Public Security and Immigration No.|Visa Number|VisaNumberID|Romanian Permanent Resident|Serial No.|License|' +
    'Tourism License No.|Afghan Money Service Provider License Number|Chinese Commercial Code|Permit Number|MMSI'
  ).split('|'),
);

/** Prefixes of such kinds. The rest of the text names an order, a directive or a part of a vessel. */
const others: readonly string[] = [
  'Additional Sanctions Information',
  'Aircraft ',
  'BIK',
  'Bank Identifier',
  'CAATSA Section ',
  'D-U-N-S Number',
  'Effective Date',
  'Email Address',
  'Executive Order ',
  'Fax',
  'Former Vessel ',
  'Gender',
  'Global Intermediary Identification Number',
  'Government Gazette Number',
  'IFCA Determination',
  'Maritime Mobile Service Identity',
  'Organization Type',
  'Other Vessel ',
  'PEESA ',
  'Phone Number',
  'Position',
  'Previous Aircraft ',
  'Previous Vessel ',
  'Purchase/Sales For Divestment Date',
  'Secondary sanctions risk',
  'Target Type',
  'Telephone',
  'Transactions Prohibited For Persons',
  'Vessel ',
];

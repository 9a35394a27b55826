/** Regimes of the UK lists, by their subject: "The Russia (Sanctions) (EU Exit) Regulations 2019" is Russia. */

/** Whether the regime is a known one. A file with a new regime is valid; it only raises an alarm. */
export const isKnownRegime = (name: string): boolean => (keys ??= new Set(regimes.map(keyOf))).has(keyOf(name));

let keys: ReadonlySet<string> | undefined;

const keyOf = (name: string): string =>
  name
    .slice(0, 300)
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !fillers.has(word))
    .join(' ');

const fillers: ReadonlySet<string> = new Set(
  'the of and sanctions regulations eu exit no united nations republic organisations etc'.split(' '),
);

const regimes: readonly string[] = [
  'Afghanistan',
  'Al-Qaida',
  'Belarus',
  'Bosnia and Herzegovina',
  'Burma',
  'Burundi',
  'Central African Republic',
  'Chemical Weapons',
  "Congo (Democratic People's Republic)",
  'Counter-Terrorism',
  'Counter-Terrorism (Domestic)',
  'Counter-Terrorism (International)',
  'Cyber',
  "Democratic People's Republic of Korea",
  'Democratic Republic of the Congo',
  'Egypt',
  'Egypt (Misappropriation)',
  'Federal Republic of Yugoslavia and Serbia',
  'Global Anti-Corruption',
  'Global Human Rights',
  'Global Irregular Migration and Trafficking in Persons',
  'Guinea',
  'Guinea-Bissau',
  'Haiti',
  'International Counter-Terrorism',
  'Iran',
  'Iran (Human Rights)',
  'Iran (Nuclear)',
  'Iran (Nuclear Proliferation)',
  'Iraq',
  "ISIL (Da'esh) and Al-Qaida",
  'Lebanon',
  'Lebanon (Assassination of Rafiq Hariri and others)',
  'Lebanon and Syria',
  'Liberia',
  'Libya',
  'Mali',
  'Misappropriation',
  'Misappropriation (Egypt)',
  'Misappropriation (Tunisia)',
  'Misappropriation (Ukraine)',
  'Myanmar',
  'Nicaragua',
  "North Korea (Democratic People's Republic of Korea)",
  'Russia',
  'Serbia',
  'Somalia',
  'South Sudan',
  'Sudan',
  'Syria',
  'Syria (Cultural Property)',
  'Terrorism and Terrorist Financing',
  'Tunisia',
  'Tunisia (Misappropriation)',
  'Turkey',
  'Ukraine',
  'Ukraine (Misappropriation)',
  'Ukraine (Misappropriation and Human Rights)',
  'Ukraine (Sovereignty)',
  'Ukraine (Sovereignty and Territorial Integrity)',
  'Unauthorised Drilling Activities',
  'Unauthorised Drilling Activities in the Eastern Mediterranean',
  'Venezuela',
  'Yemen',
  'Zimbabwe',
];

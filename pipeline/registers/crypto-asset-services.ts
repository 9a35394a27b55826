/** The ten crypto-asset services of MiCA, Article 3(1)(16), as authorities write them into a register. */

/** Letter of the service, and a pattern that all its wordings match. */
const services: readonly (readonly [letter: string, pattern: RegExp])[] = [
  ['a', /custody and administration/],
  ['b', /operation of a trading platform/],
  ['c', /exchange \w+ crypto[- ]assets? (?:for funds|and (?:fiat|funds))/],
  ['d', /exchange \w+ crypto[- ]assets? for other|exchange between crypto[- ]assets?(?! and (?:fiat|funds))/],
  ['e', /execution of orders/],
  ['f', /placing of crypto/],
  ['g', /reception and transmission/],
  ['h', /advice on crypto/],
  ['i', /portfolio management/],
  ['j', /transfer services/],
];

/** Names of the services in MiCA, Article 3(1)(16), by letter. */
const serviceNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'custody and administration of crypto-assets on behalf of clients',
    b: 'operation of a trading platform for crypto-assets',
    c: 'exchange of crypto-assets for funds',
    d: 'exchange of crypto-assets for other crypto-assets',
    e: 'execution of orders for crypto-assets on behalf of clients',
    f: 'placing of crypto-assets',
    g: 'reception and transmission of orders for crypto-assets on behalf of clients',
    h: 'advice on crypto-assets',
    i: 'portfolio management on crypto-assets',
    j: 'transfer services for crypto-assets on behalf of clients',
  }),
);

/** A service with its letter; any other text unchanged. */
export function serviceText(letter: string): string {
  const name = serviceNames.get(letter);
  return name === undefined ? letter : `${name} (${letter})`;
}

export interface ReadServices {
  /** Letters of the services, and unknown parts in lower case; sorted. */
  readonly items: readonly string[];
  /** Parts of the cell that name no known service. */
  readonly unknown: readonly string[];
  /** Parts whose letter contradicts their wording. The wording wins. */
  readonly contradictory: readonly string[];
}

/**
 * Reads a list of services. Authorities separate them by `|`, `;`, `/`, commas, line breaks or a capital I. They write
 * the letter with or without a full stop or omit it, shorten the wording, and assign letters differently from the
 * regulation. The wording decides; the letter decides only where no known wording is present.
 */
export function readServices(text: string): ReadServices {
  const items = new Set<string>();
  const unknown: string[] = [];
  const contradictory: string[] = [];
  for (const part of text.split(/[|;/]|\sI\s|\s(?=\(?[a-j][.)](?:\s|$))/)) {
    const wording = part.replace(/\s+/g, ' ').trim().toLowerCase();
    if (!/[a-z]/.test(wording)) continue;
    const named = services.flatMap(([letter, pattern]) => (pattern.test(wording) ? [letter] : []));
    const letter = /^\(?([a-z])(?:[.)]|$)/.exec(wording)?.[1];
    for (const known of named) items.add(known);
    if (named.length > 0) {
      if (letter !== undefined && !named.includes(letter)) contradictory.push(part.trim());
    } else if (letter !== undefined && letter <= 'j') {
      items.add(letter);
    } else {
      items.add(wording);
      unknown.push(part.trim());
    }
  }
  return { items: [...items].sort(), unknown, contradictory };
}

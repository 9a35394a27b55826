/** The ten crypto-asset services of MiCA, Article 3(1)(16), as authorities write them into a register. */

/** Letter of the service, and what every wording of it has in common. */
const services: readonly (readonly [letter: string, wording: RegExp])[] = [
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

export interface ReadServices {
  /** Letters of the services, and in lower case what is none of them; sorted. */
  readonly items: readonly string[];
  /** Parts of the cell that name no known service. */
  readonly unknown: readonly string[];
  /** Parts whose letter is another one than their words have; the words count. */
  readonly contradictory: readonly string[];
}

/**
 * Reads a list of services. Authorities separate them by `|`, `;`, `/`, commas, line breaks or a capital I, write the letter with
 * or without a full stop or leave it out, cut the words short, and count the letters otherwise than the regulation does.
 * What the words say counts; the letter alone does where there are no words that are known.
 */
export function readServices(text: string): ReadServices {
  const items = new Set<string>();
  const unknown: string[] = [];
  const contradictory: string[] = [];
  for (const part of text.split(/[|;/]|\sI\s|\s(?=\(?[a-j][.)](?:\s|$))/)) {
    const words = part.replace(/\s+/g, ' ').trim().toLowerCase();
    if (!/[a-z]/.test(words)) continue;
    const named = services.flatMap(([letter, wording]) => (wording.test(words) ? [letter] : []));
    const letter = /^\(?([a-z])(?:[.)]|$)/.exec(words)?.[1];
    for (const known of named) items.add(known);
    if (named.length > 0) {
      if (letter !== undefined && !named.includes(letter)) contradictory.push(part.trim());
    } else if (letter !== undefined && letter <= 'j') {
      items.add(letter);
    } else {
      items.add(words);
      unknown.push(part.trim());
    }
  }
  return { items: [...items].sort(), unknown, contradictory };
}

import { parseUrl } from '../../schemas/values/parse-url.ts';
import { publishingSite } from '../../schemas/values/publishing-site.ts';
import { oneLine } from './values.ts';

/**
 * Who publishes at an address, by the publisher's site: sentences name it, and the address stands apart as a link. Any
 * other text is returned on one line.
 */
export const publisherOf = (address: string): string => publishingSite(address) ?? oneLine(address);

/** Whether a text is an address of the web, and nothing else. */
export function isAddress(text: string): boolean {
  const one = text.trim();
  return /^https?:\/\/\S+$/i.test(one) && (parseUrl(one)?.hostname ?? '') !== '';
}

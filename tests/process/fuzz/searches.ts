/** Texts of the search as fuzzed input: identifiers, URLs and words, spliced and cut. */
import fc from 'fast-check';
import { longestSearch } from '../../../api/readmodel/resources/search/read.ts';
import { asset } from '../../api/records.ts';
import { errorsOf, type FuzzedApi } from './api.ts';
import type { FuzzedInput } from './input.ts';
import { anyCharacter } from '../../support/any-character.ts';

interface SearchedText {
  readonly text: string;
  readonly limit: string | null;
}

const pieces = fc.oneof(
  fc.constantFrom(
    ...[asset(1).address, asset(1).assetId, asset(1).did, asset(1).slug, asset(1).symbol, asset(1).name, 'Acme'],
    ...[
      'https://etherscan.io/token/',
      'https://',
      'ethereum:',
      'eip155:1/erc20:',
      '@8453',
      '?a=',
      '#',
      '%2F',
      '%',
      ':',
    ],
    ...[
      'base',
      'xrp',
      'ledger',
      'on',
      'token',
      ' ',
      '\t',
      '0x',
      'r',
      '.',
      '-',
      '“',
      'İ',
      'ﬁ',
      '\u0301'.repeat(60),
      '😀',
    ],
    ...['529900T8BM49AURSDO55', 'US0378331005', '4H95J0R2X', '\u0000', '\ud800', "' OR 1=1 --", '{code:String}'],
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

const inputs: fc.Arbitrary<SearchedText> = fc.record({
  text: fc.array(pieces, { maxLength: 8 }).map((some) => some.join('')),
  limit: fc.option(fc.constantFrom('1', '50', '0', '51', '-1', '1e1', ' 1', 'NaN', ''), { freq: 3 }),
});

/** A text is answered with 200, or refused with 400; what is found is public, or named by an identifier. */
export const searchesInput = (api: FuzzedApi): FuzzedInput<SearchedText> => ({
  name: 'searches',
  inputs,
  judge: async ({ text, limit }) => {
    const before = errorsOf(api).length;
    // A text from a file may have half of a character, which no URL has.
    const more = limit === null ? '' : `&limit=${encodeURIComponent(limit)}`;
    const url = `http://127.0.0.1:${api.port}/kyi/v1/search?q=${encodeURIComponent(text.toWellFormed())}${more}`;
    const response = await fetch(url, { headers: { authorization: api.key.text } });
    const body = (await response.json()) as {
      readonly data?: readonly { readonly match: string; readonly asset_url: unknown }[];
    };
    const logged = errorsOf(api).slice(before);
    const isHidden = (body.data ?? []).some((hit) => hit.asset_url === null && hit.match !== 'identifier');
    const isOver = response.status === 200 && Array.from(text).length > longestSearch;
    const problem =
      response.status !== 200 && response.status !== 400
        ? `${response.status}`
        : logged.length > 0
          ? `logged ${logged.join()}`
          : isHidden
            ? 'words find a token that is not public'
            : isOver
              ? 'a longer text is searched for'
              : null;
    return { outcome: `${response.status}`, problem };
  },
});

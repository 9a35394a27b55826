/** Texts of the operator's registry as fuzzed input: lines, token lists, CSV, tokens and searches, spliced and cut. */
import fc from 'fast-check';
import { asset } from '../../api/records.ts';
import { registeredAsset, registeredParty } from '../../api/registry-port.ts';
import { errorsOf, type FuzzedApi } from './api.ts';
import { type Edit, edited, edits } from './edits.ts';
import type { FuzzedInput } from './input.ts';
import { anyCharacter } from '../../support/any-character.ts';

interface RegistryRequest {
  readonly to: 'import' | 'propose' | 'assets' | 'parties';
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly update: boolean;
}

const { address } = asset(1);
const texts = [
  JSON.stringify({ type: 'party', ...registeredParty({ kyi: { status: 'none', at: null } }) }),
  JSON.stringify({ type: 'asset', ...registeredAsset() }),
  `{"tokens":[{"chainId":1,"address":"${address}","name":"A","symbol":"A","decimals":6}]}`,
  `caip19,name,symbol,status\neip155:1/erc20:${address},A,A,withdrawn\n`,
  `${address}\n# comment\nbase ${address}\nhttps://etherscan.io/token/${address}`,
  '{"type":"proof"}',
  "%' OR 1=1 --",
] as const;

const inputs: fc.Arbitrary<RegistryRequest> = fc.record({
  to: fc.constantFrom('import', 'propose', 'assets', 'parties'),
  text: fc
    .array(fc.oneof(fc.constantFrom(...texts), fc.string({ unit: anyCharacter, maxLength: 20 })), { maxLength: 3 })
    .map((some) => some.join('\n')),
  edits: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
  update: fc.boolean(),
});

/** A text is checked, refused with 400 or found by; nothing is appended and nothing fails. */
export async function openRegistryInput(fuzzed: FuzzedApi): Promise<FuzzedInput<RegistryRequest>> {
  const { port } = fuzzed;
  const { text: key } = await fuzzed.api.makeKey({ scopes: ['operator'] });
  return {
    name: 'registry',
    inputs,
    judge: async ({ to, text, edits: altered, update }) => {
      const before = errorsOf(fuzzed).length;
      const given = edited(Buffer.from(text), altered).toString('utf8').toWellFormed();
      const url = `http://127.0.0.1:${port}/registry/${to}`;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = to === 'import' ? { text: given, update, dryRun: true } : { token: given };
      const response =
        to === 'import' || to === 'propose'
          ? await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
          : await fetch(`${url}?q=${encodeURIComponent(given)}`, { headers });
      await response.arrayBuffer();
      const logged = errorsOf(fuzzed).slice(before);
      const isAnswered = [200, 400, 413, 414, 431].includes(response.status);
      return {
        outcome: String(response.status),
        problem: isAnswered ? (logged.length > 0 ? `logged ${logged.join()}` : null) : String(response.status),
      };
    },
  };
}

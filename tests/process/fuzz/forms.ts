/** Large forms of the pages as fuzzed input: pastes of tokens and texts of declarations, spliced, cut and long. */
import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.ts';
import { asset, assetId } from '../../api/records.ts';
import { registeredAsset, registeredParty } from '../../api/registry-port.ts';
import { openPages, ownForm, type PagesHarness, signIn, tokenOf, visit } from '../../explorer/harness.ts';
import { type Edit, edited, edits } from './edits.ts';
import type { FuzzedInput } from './input.ts';

const forms = {
  paste: { path: '/watchlist/add', scopes: undefined, fields: 'do=check&text=' },
  import: { path: '/operator/registry/import', scopes: ['operator'], fields: 'format=&chain=&text=' },
  add: { path: '/operator/registry/add', scopes: ['operator'], fields: 'chain=base&name=A&symbol=A&decimals=6&place=' },
} as const;

interface SentForm {
  readonly to: keyof typeof forms;
  readonly text: string;
  /** Of the encoded form, behind its token. */
  readonly edits: readonly Edit[];
}

const { address } = asset(1);
const texts = [
  `${address}\nbase ${address}\nhttps://etherscan.io/token/${address}?a=1`,
  `eip155:1/erc20:${address},529900T8BM49AURSDO55`,
  'AEUR on base\r\n\r\n# comment\tUSDC',
  JSON.stringify({ type: 'party', ...registeredParty() }),
  JSON.stringify({ type: 'asset', ...registeredAsset() }),
  `{"tokens":[{"chainId":1,"address":"${address}","name":"A","symbol":"A","decimals":6}]}`,
  '</textarea><script>alert(1)</script>',
];

const inputs: fc.Arbitrary<SentForm> = fc.record({
  to: fc.constantFrom('paste', 'import', 'add'),
  text: fc
    .array(fc.oneof(fc.constantFrom(...texts), fc.string({ unit: anyCharacter, maxLength: 20 })), { maxLength: 3 })
    .map((some) => some.join('\n')),
  edits: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
});

/** A part of what only an operator may read: settings and commands of the program. */
const ofOperators = ['ATTESTRY_', 'npx attestry', 'attestry status'];

/**
 * A form is shown again, refused or done. Its page runs no script of the text, and that of a key holder has nothing that an
 * operator sets.
 */
export async function openFormsInput(): Promise<FuzzedInput<SentForm> & { readonly close: () => Promise<void> }> {
  const api = await openPages();
  await api.declare(asset(1, { assetId: assetId(1) }));
  const sessions = new Map<string, { readonly cookie: string; readonly token: string }>();
  for (const [name, { path, scopes }] of Object.entries(forms)) {
    const key = await api.makeKey(scopes === undefined ? { limit: 1_000_000 } : { scopes });
    const cookie = await signIn(api, key.text);
    sessions.set(name, { cookie, token: tokenOf(await visit(api, path, { cookie }), path) });
  }
  return {
    name: 'forms',
    inputs,
    close: () => api.close(),
    judge: async ({ to, text, edits: altered }) => {
      const { path, fields } = forms[to];
      const { cookie = '', token = '' } = sessions.get(to) ?? {};
      const sent = edited(Buffer.from(`${fields}${encodeURIComponent(text.toWellFormed())}`), altered);
      const body = Buffer.concat([Buffer.from(`token=${encodeURIComponent(token)}&`), sent]);
      const before = errorsOf(api).length;
      const reply = await api.send('POST', path, { body, headers: { accept: 'text/html', ...ownForm, cookie } });
      const problems = [
        ...([200, 303, 400, 413].includes(reply.status) ? [] : [`status ${reply.status}`]),
        ...errorsOf(api).slice(before),
        ...(/<script>alert/i.test(reply.text) ? ['the text is part of the markup'] : []),
        ...(to === 'paste' ? ofOperators.filter((one) => reply.text.includes(one) && !text.includes(one)) : []),
      ];
      return { outcome: `${to} ${reply.status}`, problem: problems.length === 0 ? null : problems.join('; ') };
    },
  };
}

const errorsOf = ({ logged }: PagesHarness): readonly string[] =>
  logged.filter((line) => (JSON.parse(line) as { readonly level: number }).level >= 50);

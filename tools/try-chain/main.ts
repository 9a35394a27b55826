/**
 * Prepares a local node for docs/try-a-chain.md: `deploy` makes a token that a Safe of three keys owns, two of which must
 * approve, and writes the lines to import; `threshold N` changes how many must. A URL behind them names another node.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chains } from '../../schemas/values/chains.ts';
import { toChecksumAddress } from '../../schemas/values/evm.ts';
import { localNode } from './node.ts';
import { deploySafe, executeAsSafe, word } from './safe.ts';

const registryFile = 'try-chain.ndjson';
const safeFile = 'try-chain.json';
const compiled = new URL('../../tests/fixtures/contracts/tokens.json', import.meta.url);

interface DeployedSafe {
  readonly safe: string;
  readonly owners: readonly string[];
}

const given = process.argv.slice(2);
const node = localNode(given.find((text) => text.startsWith('http')) ?? 'http://127.0.0.1:8545');

async function deploy(): Promise<void> {
  const accounts = (await node.rpc('eth_accounts')) as readonly string[];
  const owners = accounts.slice(0, 3).map((account) => account.toLowerCase());
  const safe = await deploySafe(node, owners, 2);
  const { OwnedToken } = JSON.parse(readFileSync(compiled, 'utf8')) as { OwnedToken: { bytecode: string } };
  const token = await node.send({ from: owners[0] ?? '', data: `${OwnedToken.bytecode}${word(safe)}` });
  const chainId = Number(await node.rpc('eth_chainId'));
  writeFileSync(registryFile, registryLines(chainId, toChecksumAddress(token)));
  writeFileSync(safeFile, JSON.stringify({ safe, owners } satisfies DeployedSafe));
  console.log(`token ${toChecksumAddress(token)}, owned by the Safe ${toChecksumAddress(safe)}: 2 of 3`);
}

function registryLines(chainId: number, address: string): string {
  const chain = chains.find((one) => one.chainId === chainId)?.slug;
  if (chain === undefined) throw new Error(`the node is of chain ${chainId}, which Attestry does not know`);
  const partyId = '6f1a7a52-0d5e-4f0e-9c53-5d0d4c0a0001';
  const kyi = { status: 'verified', at: '2026-01-01T00:00:00Z' };
  const party = { type: 'party', partyId, did: '01J00000000000000000000001', name: 'Example Issuer (local)', kyi };
  const asset = {
    type: 'asset',
    assetId: '6f1a7a52-0d5e-4f0e-9c53-5d0d4c0a0002',
    did: '01J00000000000000000000002',
    slug: 'local-token',
    chain,
    address,
    standard: 'erc20',
    decimals: 18,
    name: 'Local Token',
    symbol: 'LOCAL',
    issuerId: partyId,
    status: 'active',
  };
  return [party, asset].map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function changeThreshold(text: string | undefined): Promise<void> {
  if (!/^[1-3]$/.test(text ?? '')) throw new Error('threshold takes 1, 2 or 3');
  if (!existsSync(safeFile)) throw new Error('deploy first');
  const { safe, owners } = JSON.parse(readFileSync(safeFile, 'utf8')) as DeployedSafe;
  await executeAsSafe(node, safe, owners.slice(0, 2), `0x694e80c3${word(Number(text))}`);
  console.log(`the Safe ${toChecksumAddress(safe)} needs ${text} of 3 now`);
}

const [command, argument] = given;
if (command === 'deploy') await deploy();
else if (command === 'threshold') await changeThreshold(argument);
else throw new Error('deploy, or threshold N');

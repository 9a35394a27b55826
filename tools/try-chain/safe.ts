/** A Safe of published code, deployed and used on a local node. */
import { createRequire } from 'node:module';
import type { LocalNode } from './node.ts';

const require = createRequire(import.meta.url);
/** Address of the published singleton of Safe 1.5.0, where the node is given its code. */
const singleton = '0xff51a5898e281db6dfc7855790607438df2ca44b';
const noAddress = '0'.repeat(40);

interface Artifact {
  readonly bytecode: string;
  readonly deployedBytecode: string;
}

const artifact = (path: string): Artifact =>
  require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`) as Artifact;

export const word = (value: string | number | bigint): string =>
  (typeof value === 'string' ? value.replace(/^0x/, '') : value.toString(16)).padStart(64, '0');

/** Bytes with their length, padded to words. */
const bytes = (hex: string): string => {
  const digits = hex.replace(/^0x/, '');
  return `${word(digits.length / 2)}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`;
};

/** Deploys a Safe of these owners; its address. */
export async function deploySafe({ rpc, send }: LocalNode, owners: readonly string[], threshold: number) {
  const from = owners[0] ?? '';
  await rpc('anvil_setCode', singleton, artifact('Safe.sol/Safe').deployedBytecode);
  const address = await send({
    from,
    data: `${artifact('proxies/SafeProxy.sol/SafeProxy').bytecode}${word(singleton)}`,
  });
  // setup(owners, threshold, to, data, fallbackHandler, paymentToken, payment, paymentReceiver)
  const list = `${word(owners.length)}${owners.map(word).join('')}`;
  const head = [word(256), word(threshold), word(noAddress), word(256 + list.length / 2)];
  const rest = [word(noAddress), word(noAddress), word(0), word(noAddress)];
  await send({ from, to: address, data: `0xb63e800d${[...head, ...rest].join('')}${list}${word(0)}` });
  return address;
}

/** Makes the Safe call itself: one owner approves the hash, another one executes. */
export async function executeAsSafe({ rpc, send }: LocalNode, safe: string, owners: readonly string[], data: string) {
  const [first = '', second = ''] = [...owners].sort();
  const nonce = String(await rpc('eth_call', { to: safe, data: '0xaffed0e0' }, 'latest'));
  const call = [word(safe), word(0), word(320), word(0), word(0), word(0), word(0), word(noAddress), word(noAddress)];
  const hash = await rpc(
    'eth_call',
    { to: safe, data: `0xd8d11f78${call.join('')}${word(nonce)}${bytes(data)}` },
    'latest',
  );
  await send({ from: first, to: safe, data: `0xd4d9bdcd${word(String(hash))}` });
  // An approved hash, and the sender, stand for a signature of the form address, 0, 1.
  const signatures = [first, second].map((owner) => `${word(owner)}${word(0)}01`).join('');
  const at = 320 + bytes(data).length / 2;
  await send({
    from: second,
    to: safe,
    data: `0x6a761202${call.join('')}${word(at)}${bytes(data)}${bytes(signatures)}`,
  });
}

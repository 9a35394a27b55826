/** Published deployments of Safe: github.com/safe-global/safe-deployments, for the chains that are observed. */

/** Version by the code hash of the proxy that its factory creates. */
const proxyVersions: Readonly<Record<string, string>> = {
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000': '1.3.0',
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c': '1.4.1',
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f': '1.5.0',
};

interface Singleton {
  readonly version: string;
  readonly chains: readonly string[];
}

const [ethereum, base, avalanche, plume, sepolia] = [
  'eip155:1',
  'eip155:8453',
  'eip155:43114',
  'eip155:98866',
  'eip155:11155111',
];
const allButPlume = [ethereum, base, avalanche, sepolia];
const all = [...allButPlume, plume];

/** Safe and SafeL2 of each version, under each address of the version. */
const singletons: Readonly<Record<string, Singleton>> = {
  '0xd9db270c1b5e3bd161e8c8503c55ceabee709552': { version: '1.3.0', chains: allButPlume },
  '0x69f4d1788e39c87893c980c06edf4b7f686e2938': { version: '1.3.0', chains: allButPlume },
  '0x3e5c63644e683549055b9be8653de26e0b4cd36e': { version: '1.3.0', chains: allButPlume },
  '0xfb1bffc9d739b8d520daf37df666da4c687191ea': { version: '1.3.0', chains: allButPlume },
  '0x41675c099f32341bf84bfc5382af534df5c7461a': { version: '1.4.1', chains: all },
  '0x29fcb43b46531bca003ddc8fcb67ffe91900c762': { version: '1.4.1', chains: all },
  '0xff51a5898e281db6dfc7855790607438df2ca44b': { version: '1.5.0', chains: allButPlume },
  '0xedd160febbd92e350d4d398fb636302fccd67c7e': { version: '1.5.0', chains: allButPlume },
};

/** Whether the code is that of a published proxy of Safe. */
export const isSafeProxy = (codeHash: string): boolean => Object.hasOwn(proxyVersions, codeHash);

/** Version of the singleton published at the address on the chain; null when none is. */
export function singletonVersion(caip2: string, address: string): string | null {
  const singleton = Object.hasOwn(singletons, address) ? singletons[address] : undefined;
  return singleton?.chains.includes(caip2) === true ? singleton.version : null;
}

/**
 * Readings of two tokens on Ethereum by L2BEAT's discovery (github.com/l2beat/l2beat, MIT), each as the commit that is named
 * has it. The time is that of the commit, minutes to days after that of the block.
 */
import { toChecksumAddress } from '../schemas/values/evm.ts';
import type { DemoToken } from './demo-token.ts';

interface ContractReading {
  readonly commit: string;
  readonly readAt: string;
  readonly block: number;
  readonly owner: string;
  /** Null: the contract is no proxy. */
  readonly implementation: string | null;
  /** Base units. */
  readonly supply: string;
}

interface RecordedContract {
  readonly token: DemoToken;
  /** Path in the repository. */
  readonly path: string;
  /** Oldest first. */
  readonly readings: readonly ContractReading[];
}

const discovery = 'packages/backend/discovery';
const repository = 'https://github.com/l2beat/l2beat/blob';

const tokenOf = (name: string, symbol: string, address: string, path: string): DemoToken => ({
  issuer: null,
  chain: 'ethereum',
  standard: 'erc20',
  decimals: 18,
  websiteUrl: null,
  whitepaperUrl: null,
  name,
  symbol,
  address,
  source: `${repository}/6298f0496e03f8afc0fd3f7a141203106cb9ebef/${path}`,
});

const eigenPath = `${discovery}/shared-eigenlayer/ethereum/discovered.json`;
const fraxPath = `${discovery}/fraxtal/ethereum/discovered.json`;

const recordedContracts: readonly RecordedContract[] = [
  {
    token: tokenOf('Eigen', 'EIGEN', '0xec53bF9167f50cDEB3Ae105f56099aaaB9061F83', eigenPath),
    path: eigenPath,
    readings: [
      {
        commit: '48ec906f1df3ec8351c0e2324170592091f7c1db',
        readAt: '2024-07-12T08:57:18.000Z',
        block: 19_925_898,
        owner: '0xbb00DDa2832850a43840A3A86515E3Fe226865F2',
        implementation: '0x7EC354C84680112d3cfF1544ec1Eb19ca583700b',
        supply: '1673646668284660000000000000',
      },
      {
        commit: 'a00daf8dc2fa82f7b9da224c52c8bad100143971',
        readAt: '2024-09-30T14:27:31.000Z',
        block: 20_862_552,
        owner: '0xbb00DDa2832850a43840A3A86515E3Fe226865F2',
        implementation: '0x17f56E911C279bad67eDC08acbC9cf3DC4eF26A0',
        supply: '1681371191369050738461538468',
      },
      {
        commit: '6298f0496e03f8afc0fd3f7a141203106cb9ebef',
        readAt: '2024-10-11T15:17:00.000Z',
        block: 20_941_801,
        owner: '0x2520C6b2C1FBE1813AB5c7c1018CDa39529e9FF2',
        implementation: '0x17f56E911C279bad67eDC08acbC9cf3DC4eF26A0',
        supply: '1685233452911246107692307701',
      },
    ],
  },
  {
    token: tokenOf('Frax Ether', 'frxETH', '0x5E8422345238F34275888049021821E8E08CAa1f', fraxPath),
    path: fraxPath,
    readings: [
      {
        commit: '48ec906f1df3ec8351c0e2324170592091f7c1db',
        readAt: '2024-07-12T08:57:18.000Z',
        block: 20_032_836,
        owner: '0x8306300ffd616049FD7e4b0354a64Da835c1A81C',
        implementation: null,
        supply: '197872673484967709715094',
      },
      {
        commit: '97d911b3b8053acace59060bb77ed4ecfdf540bf',
        readAt: '2024-08-05T08:02:36.000Z',
        block: 20_460_352,
        owner: '0x8412ebf45bAC1B340BbE8F318b928C466c4E39CA',
        implementation: null,
        supply: '189645594005276764153970',
      },
    ],
  },
];

export const recordedTokens: readonly DemoToken[] = recordedContracts.map(({ token }) => token);

/** A fact of a reading, as a line of `attestry observe` without the asset. */
export interface RecordedFact {
  readonly token: DemoToken;
  readonly content: Readonly<Record<string, unknown>>;
}

export const recordedFacts = (): readonly RecordedFact[] =>
  recordedContracts.flatMap(({ token, path, readings }) =>
    readings.flatMap((reading) => factsOf(token, path, reading).map((content) => ({ token, content }))),
  );

function factsOf(
  { name, symbol, decimals, standard }: DemoToken,
  path: string,
  { commit, readAt, owner, implementation, supply }: ContractReading,
): readonly RecordedFact['content'][] {
  const asset = (field: string, value: unknown) => ({ subjectKind: 'asset', subjectKey: '', field, value });
  const address = toChecksumAddress(owner);
  const facts = [
    asset('token', { name, symbol, decimals, standard }),
    asset('supply', supply),
    ...(implementation === null
      ? []
      : [
          asset('code', {
            proxy: 'eip1967',
            implementation,
            codeHash: null,
            implementationCodeHash: null,
            beacon: null,
          }),
        ]),
    {
      subjectKind: 'authority',
      subjectKey: 'owner',
      field: 'authority',
      value: { type: 'owner', address, accountType: 'regular', signers: [], threshold: null },
    },
  ];
  return facts.map((fact) => ({
    ...fact,
    sourceKey: 'chain:eip155:1',
    quote: null,
    sourceUrl: `${repository}/${commit}/${path}`,
    sourceHash: null,
    extractor: 'demo',
    extractorVersion: '1.0.0',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: readAt,
  }));
}

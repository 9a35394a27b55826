export interface DemoToken {
  readonly issuer: string | null;
  /** Custodian of its reserve. */
  readonly custodian?: string;
  readonly name: string;
  readonly symbol: string;
  readonly chain: string;
  readonly address: string;
  readonly standard: string;
  /** Null where the source states none; issued currencies of the XRP Ledger have none. */
  readonly decimals: number | null;
  /** Group of fungible deployments in ESMA's register, ISO 24165. */
  readonly ffg?: string;
  /** All identifiers of the register row, where it names no group: it does not state which belongs to which chain. */
  readonly dti?: readonly string[];
  readonly websiteUrl: string | null;
  readonly whitepaperUrl: string | null;
  /** The public place where the address was read. */
  readonly source: string;
  readonly alsoAt?: string;
}

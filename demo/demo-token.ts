export interface DemoToken {
  readonly issuer: string | null;
  /** Who keeps its reserve. */
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
  /** Where the register row names no group: all its identifiers, it does not say which belongs to which chain. */
  readonly dti?: readonly string[];
  readonly websiteUrl: string | null;
  readonly whitepaperUrl: string | null;
  /** Where the address was read. */
  readonly source: string;
  readonly alsoAt?: string;
}

/** The key of a request. */
export interface Principal {
  readonly keyId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
}

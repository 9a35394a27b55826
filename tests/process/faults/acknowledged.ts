/** One line of the file in which a client records its acknowledged appends. */
export interface AcknowledgedAppend {
  readonly id: string;
  readonly assetId: string;
  readonly value: string;
}

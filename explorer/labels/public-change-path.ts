/** Path of the public page of a change, below that of its token. */
export const publicChangePath = (assetPath: string, id: string): string =>
  `${assetPath}/changes/${encodeURIComponent(id)}`;

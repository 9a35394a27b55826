/** The files of a data directory that a backup has. A manifest is input: restore writes none but these. */

export const logFiles = ['log/accounts/data.mdb', 'log/data/data.mdb'] as const;

/** Small files of a data directory that cannot be rebuilt from the log. Keys of tenants are never included. */
export const singleFiles = ['signing-keys', 'demo.json', 'demo.json.started'] as const;

export const artifactPath = (sha256: string): string => `artifacts/${sha256.slice(0, 2)}/${sha256}`;

const named: ReadonlySet<string> = new Set([...logFiles, ...singleFiles]);

/** Whether a backup can have a file of this path, which is relative and has slashes. */
export const isKnownPath = (path: string): boolean =>
  named.has(path) || /^artifacts\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/.test(path);

/** Hosts on which many publish, each below a part of the path or a subdomain, and that the Public Suffix List does not divide. */

export interface SharedHost {
  /** The host, without `www.`. `*` stands for one label. */
  readonly host: string;
  /** The part of the path that names who publishes, from its start. */
  readonly path: RegExp;
  /** Whether `Example` and `example` are one name there. */
  readonly isCaseless?: boolean;
}

const [first, second] = [/^\/[^/]+/, /^\/[^/]+\/[^/]+/] as const;

const at = (path: RegExp, hosts: string): readonly SharedHost[] => hosts.split(/\s+/).map((host) => ({ host, path }));
const caseless = (hosts: readonly SharedHost[]): readonly SharedHost[] =>
  hosts.map((one) => ({ ...one, isCaseless: true }));

/** A bucket, an account, or a document, whose address does not name its owner. */
export const sharedHosts: readonly SharedHost[] = [
  ...at(first, 's3.amazonaws.com s3.*.amazonaws.com s3.dualstack.*.amazonaws.com *.digitaloceanspaces.com'),
  // Before the regions had a label of their own: `s3-us-west-2.amazonaws.com`.
  ...at(first, '*.amazonaws.com'),
  ...at(first, 'storage.googleapis.com storage.cloud.google.com commondatastorage.googleapis.com arweave.net'),
  ...at(/^\/v0\/b\/[^/]+/, 'firebasestorage.googleapis.com'),
  ...caseless(at(first, 'github.com raw.githubusercontent.com gist.github.com gist.githubusercontent.com')),
  ...caseless(at(first, 'gitlab.com bitbucket.org codeberg.org medium.com notion.so linktr.ee')),
  ...at(/^\/(?:gh|npm)\/[^/]+/, 'cdn.jsdelivr.net'),
  ...at(/^\/view\/[^/]+/, 'sites.google.com'),
  ...at(/^\/[a-z]+\/d\/(?:e\/)?[^/]+/, 'docs.google.com'),
  ...at(/^\/file\/d\/[^/]+/, 'drive.google.com'),
  ...at(/^\/(?:s|scl\/f[io])\/[^/]+/, 'dropbox.com'),
  ...at(/^\/view\/[^/]+/, 'docsend.com'),
  ...at(second, 'ipfs.io dweb.link gateway.ipfs.io gateway.pinata.cloud cloudflare-ipfs.com cf-ipfs.com'),
  ...at(second, 'nftstorage.link w3s.link 4everland.io ipfs.filebase.io gateway.lighthouse.storage'),
];

/** Hosts whose subdomains belong to different publishers. */
export const sharedSuffixes: readonly string[] = [
  ...['storage.googleapis.com', 'mypinata.cloud', 'wordpress.com', 'medium.com', 'substack.com', 'squarespace.com'],
  ...['zendesk.com', 'sharepoint.com', 'mirror.xyz', 'super.site', 'docsend.com', 'ipfs.cf-ipfs.com', 'arweave.net'],
];

import type { Command } from 'commander';
import { createGuardedFetch } from '../../infra/fetch/guarded-fetch.ts';
import { UsageError } from '../../infra/errors.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import type { RegistryAsset } from '../../schemas/generated/records.ts';
import { logoHashOf } from '../../schemas/values/logo-url.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';
import { openEngine } from '../engine/open-engine.ts';
import { checkLogo, type DeclaredLogo, declareLogos, type NewLogo } from '../logos/declare-logos.ts';
import { fetchLogos } from '../logos/fetch-logos.ts';
import { assetNamed } from '../registry/registered.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { readInputFile } from '../program/input/input-files.ts';
import { pastTimeOption } from '../program/input/parse-options.ts';
import { userAgent } from '../program/version.ts';

export const registryLogoCommand = (): Command =>
  command('logo', 'stores the logo of an asset, to be served under signed URLs')
    .argument('[file]', 'PNG, JPEG, GIF or WebP of at most 1 MiB')
    .option('--asset <ref>', 'asset with this logo: id, DID, slug, CAIP-19, address or exact name')
    .option('--url <url>', 'address at which it is published; by default as declared before')
    .option('--fetch [asset...]', 'fetches declared logos now: of these assets, or of all whose bytes are not stored')
    .option('--copyright-confirmed', 'the right to use the image is confirmed; by default as declared before')
    .option('--as-of <iso>', 'record time of the declaration; by default now')
    .action(runs(storeLogo));

interface LogoOptions {
  readonly asset?: string;
  readonly url?: string;
  readonly fetch?: true | readonly string[];
  readonly copyrightConfirmed?: boolean;
  readonly asOf?: string;
}

async function storeLogo(context: Context, path: string | undefined, options: LogoOptions): Promise<void> {
  const { asset, url, fetch } = options;
  if (fetch === undefined) {
    if (path === undefined || asset === undefined) {
      throw new UsageError('give a file and its --asset, or --fetch for logos at their declared addresses');
    }
    return storeFile(context, path, asset, options);
  }
  if (path !== undefined || asset !== undefined || url !== undefined) {
    throw new UsageError('--fetch takes assets, and neither a file nor --asset nor --url');
  }
  return storeFetched(context, fetch === true ? null : fetch, options);
}

async function storeFile(
  { loaded, out, logger, clock }: Context,
  path: string,
  ref: string,
  options: LogoOptions,
): Promise<void> {
  const asOf = pastTimeOption('--as-of', options.asOf, clock());
  const bytes = readInputFile(path);
  checkLogo(path, bytes);
  const engine = await openEngine(loaded.config, logger);
  try {
    const registry = await registrySnapshot(engine);
    const asset = assetNamed(ref, registry);
    const url = options.url ?? asset.image?.url;
    if (url === undefined || parseUrl(url) === null) {
      throw new UsageError(`the registry declares no logo of ${asset.slug}; give its published address with --url`);
    }
    const logo = { asset, url, bytes, copyrightConfirmed: isConfirmed(asset, options) };
    for (const { declared } of await declareLogos(engine, out, [logo], { registry, asOf, now: clock(), name: path })) {
      out.result(declared, stored(asset, declared));
    }
  } finally {
    await engine.close();
  }
}

async function storeFetched(
  { loaded, out, logger, clock }: Context,
  refs: readonly string[] | null,
  options: LogoOptions,
): Promise<void> {
  const asOf = pastTimeOption('--as-of', options.asOf, clock());
  const engine = await openEngine(loaded.config, logger);
  try {
    const registry = await registrySnapshot(engine);
    const wanted = refs === null ? withoutBytes(registry) : refs.map((ref) => publishedLogo(assetNamed(ref, registry)));
    const fetch = createGuardedFetch({ allow: loaded.config.fetchAllow, userAgent: userAgent() });
    const fetched = await fetchLogos(
      fetch,
      wanted.map(({ url }) => url),
    );
    const logos: (NewLogo & { readonly finalUrl: string })[] = [];
    for (const { asset, url } of wanted) {
      const answer = fetched.get(url);
      if (answer?.kind === 'logo') {
        const { bytes, finalUrl } = answer;
        logos.push({ asset, url, bytes, finalUrl, copyrightConfirmed: isConfirmed(asset, options) });
      } else out.note(`${asset.slug}: ${url}: ${answer?.message ?? ''}`);
    }
    const declaration = { registry, asOf, now: clock(), name: 'fetched logos' };
    for (const { logo, declared } of await declareLogos(engine, out, logos, declaration)) {
      const { asset, finalUrl } = logo;
      out.row({ ...declared, finalUrl }, `${stored(asset, declared)}, from ${finalUrl}`);
    }
    const failures = wanted.length - logos.length;
    if (failures > 0) throw new CommandFailed(`${failures} of ${wanted.length} logos could not be fetched`);
    if (wanted.length === 0) out.note('every declared logo is stored');
  } finally {
    await engine.close();
  }
}

const stored = ({ slug }: RegistryAsset, { bytes, sha256 }: DeclaredLogo): string =>
  `the logo of ${slug} is stored, ${bytes} bytes, sha256 ${sha256}`;

const isConfirmed = ({ image }: RegistryAsset, { copyrightConfirmed }: LogoOptions): boolean =>
  copyrightConfirmed ?? image?.copyrightConfirmed ?? false;

interface PublishedLogo {
  readonly asset: RegistryAsset;
  /** Address without the hash of stored bytes. */
  readonly url: string;
}

function publishedLogo(asset: RegistryAsset): PublishedLogo {
  const declared = parseUrl(asset.image?.url ?? '');
  if (declared === null) throw new UsageError(`no address of a logo is declared for ${asset.slug}`);
  if (logoHashOf(declared.href) !== null) declared.hash = '';
  return { asset, url: declared.href };
}

/** Assets that declare the address of a logo whose bytes are not stored. */
const withoutBytes = ({ assets }: RegistrySnapshot): readonly PublishedLogo[] =>
  [...assets]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { value }]) => value)
    .filter(({ image }) => image !== null && logoHashOf(image.url) === null)
    .map(publishedLogo);

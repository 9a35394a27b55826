import type { Command } from 'commander';
import { CommandFailed } from '../program/exit.ts';
import { UsageError } from '../../infra/errors.ts';
import { exportLines } from '../../pipeline/registry/export.ts';
import { planImport } from '../../pipeline/registry/import/plan-import.ts';
import type { RegistryAsset } from '../../schemas/generated/records.ts';
import { imageTypeOf } from '../../schemas/values/image-type.ts';
import { logoUrlOf } from '../../schemas/values/logo-url.ts';
import { appendOutputs } from '../log/append-outputs.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { readInputFile, refuse } from '../program/input-files.ts';
import { largestLogo } from '../feeds/logos.ts';
import { pastTimeOption } from '../program/parse-options.ts';
import { registrySnapshot } from '../feeds/registry-view.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';

export const registryLogoCommand = (): Command =>
  command('logo', 'stores the logo of an asset, to be served under signed URLs')
    .argument('<file>', 'PNG, JPEG, GIF or WebP of at most 1 MiB')
    .requiredOption('--asset <id>', 'asset it is the logo of')
    .option('--url <url>', 'where it is published; as declared before, when not given')
    .option('--copyright-confirmed', 'the use of the image was confirmed; as declared before, when not given')
    .option('--as-of <iso>', 'record time of the declaration; now when not given')
    .action(runs(storeLogo));

interface LogoOptions {
  readonly asset: string;
  readonly url?: string;
  readonly copyrightConfirmed?: boolean;
  readonly asOf?: string;
}

async function storeLogo({ loaded, out, logger, clock }: Context, path: string, options: LogoOptions): Promise<void> {
  const asOf = pastTimeOption('--as-of', options.asOf, clock());
  const bytes = readInputFile(path);
  checkLogo(path, bytes);
  const engine = await openEngine(loaded.config, logger);
  try {
    const registry = await registrySnapshot(engine);
    const declared = registry.assets.get(options.asset.toLowerCase())?.value;
    if (declared === undefined) {
      throw new UsageError(`no asset "${options.asset}" in the registry; attestry registry export shows the ids`);
    }
    const url = options.url ?? declared.image?.url;
    if (url === undefined || parseUrl(url) === null) {
      throw new UsageError(`--url says where the logo of ${declared.slug} is published; none is declared`);
    }
    // The bytes are stored before the declaration, so that a declared logo can always be served.
    const { sha256 } = await engine.artifacts.put(bytes);
    const copyrightConfirmed = options.copyrightConfirmed ?? declared.image?.copyrightConfirmed ?? false;
    const asset: RegistryAsset = { ...declared, image: { url: logoUrlOf(url, sha256), copyrightConfirmed } };
    const text = [...exportLines({ parties: [], assets: [asset], proofs: [] })].join('\n');
    const plan = planImport({
      files: [{ name: path, text }],
      asOf,
      now: clock(),
      registry,
      signersOf: () => [],
      usedChallenges: new Map(),
    });
    if (!plan.ok) refuse(out, plan.issues);
    await appendOutputs(engine, plan.records);
    out.result(
      { assetId: asset.assetId, sha256, bytes: bytes.length, url: asset.image?.url ?? null, copyrightConfirmed },
      `the logo of ${asset.slug} is stored, ${bytes.length} bytes, sha256 ${sha256}`,
    );
  } finally {
    await engine.close();
  }
}

function checkLogo(path: string, bytes: Buffer): void {
  if (bytes.length > largestLogo) {
    throw new CommandFailed(`${path} has ${bytes.length} bytes; a logo has at most ${largestLogo}`);
  }
  if (imageTypeOf(bytes) === null) {
    throw new CommandFailed(
      `${path} is no PNG, JPEG, GIF or WebP; SVG is not taken, because it can act when it is opened`,
    );
  }
}

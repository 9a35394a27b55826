import { CommandFailed } from '../program/process/exit.ts';
import { refuse } from '../program/input/input-files.ts';
import type { Output } from '../program/output/output.ts';
import { exportLines } from '../../pipeline/registry/export.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { planImport } from '../../pipeline/registry/import/plan-import.ts';
import type { RegistryAsset } from '../../schemas/generated/records.ts';
import { imageTypeOf } from '../../schemas/values/image-type.ts';
import { logoUrlOf } from '../../schemas/values/logo-url.ts';
import type { Engine } from '../engine/open-engine.ts';
import { appendOutputs } from '../log/append-outputs.ts';
import { largestLogo } from './logos.ts';

/** The bytes of a logo, for one asset. */
export interface NewLogo {
  readonly asset: RegistryAsset;
  /** Where it is published. */
  readonly url: string;
  readonly bytes: Buffer;
  readonly copyrightConfirmed: boolean;
}

export interface DeclaredLogo {
  readonly assetId: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Published address with the hash of the stored bytes. */
  readonly url: string;
  readonly copyrightConfirmed: boolean;
}

interface Declaration {
  readonly registry: RegistrySnapshot;
  /** Record time, milliseconds. */
  readonly asOf: number;
  readonly now: number;
  /** What messages call the source of the bytes. */
  readonly name: string;
}

/** Why these bytes are no logo, as a sentence without a period; null when they are one. */
export function whyNoLogo(name: string, bytes: Buffer): string | null {
  if (bytes.length > largestLogo) return `${name} has ${bytes.length} bytes; a logo has at most ${largestLogo}`;
  if (imageTypeOf(bytes) !== null) return null;
  return `${name} is no PNG, JPEG, GIF or WebP; SVG is not taken, because it can act when it is opened`;
}

/** Throws CommandFailed for bytes that are no logo. */
export function checkLogo(name: string, bytes: Buffer): void {
  const reason = whyNoLogo(name, bytes);
  if (reason !== null) throw new CommandFailed(reason);
}

/**
 * Stores logos and declares their assets again, all or none. The bytes are stored before the declaration, so that a declared
 * logo can always be served.
 */
export async function declareLogos<L extends NewLogo>(
  engine: Engine,
  out: Output,
  logos: readonly L[],
  { registry, asOf, now, name }: Declaration,
): Promise<readonly { readonly logo: L; readonly declared: DeclaredLogo }[]> {
  const done: { readonly logo: L; readonly declared: DeclaredLogo }[] = [];
  const assets: RegistryAsset[] = [];
  for (const logo of logos) {
    const { asset, url, bytes, copyrightConfirmed } = logo;
    const { sha256 } = await engine.artifacts.put(bytes);
    const image = { url: logoUrlOf(url, sha256), copyrightConfirmed };
    assets.push({ ...asset, image });
    done.push({ logo, declared: { assetId: asset.assetId, sha256, bytes: bytes.length, ...image } });
  }
  const text = [...exportLines({ parties: [], assets, proofs: [] })].join('\n');
  const files = [{ name, text }];
  const plan = planImport({ files, asOf, now, registry, signersOf: () => [], usedChallenges: new Map() });
  if (!plan.ok) refuse(out, plan.issues);
  await appendOutputs(engine, plan.records);
  return done;
}

/** The steps of the demo in memory: its files, declarations, readings of chains and documents, each at its own time. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import { parseCassette, writeCassette } from '../../../pipeline/chain/cassette.ts';
import { chainFeeds } from '../../../pipeline/publishers/chain/chain-feeds.ts';
import { chainByCaip2 } from '../../../schemas/values/chains.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import type { Miniature } from '../../guide/miniature.ts';
import { captured } from '../documents/reading/captures.ts';
import type { DemoStep } from '../../../cli/demo/run-step.ts';

const demo = new URL('../../../demo/', import.meta.url);
const bytesOf = (name: string): Buffer => readFileSync(new URL(`files/${name}`, demo));
const linesOf = (name: string): readonly object[] =>
  bytesOf(name)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);

type DocumentStep = Extract<DemoStep, { document: string }>;

/** Runs them; `beforeDay` is called with the first step of each day. */
export async function runDemo(miniature: Miniature, beforeDay: (day: string) => void): Promise<void> {
  const { steps } = JSON.parse(readFileSync(new URL('steps.json', demo), 'utf8')) as { steps: readonly DemoStep[] };
  const visits = steps.filter((step): step is DocumentStep => 'document' in step);
  for (const step of steps) {
    if ('asOf' in step) beforeDay(step.asOf.slice(0, 10));
    if ('feed' in step) {
      const files = step.files.map((name) => ({ name: basename(name), bytes: bytesOf(name) }));
      miniature.captureFiles(step.feed, files, Date.parse(step.asOf));
    } else if ('registry' in step) miniature.declare(linesOf(step.registry), step.asOf);
    else if ('observe' in step) miniature.observe(linesOf(step.observe));
    else if ('chain' in step)
      readChain(miniature, step.chain, step.cassette, bytesOf(`${step.chain}/${step.cassette}`));
    else if ('document' in step) await captureStep(miniature, visits, step);
  }
}

/** A reading whose header names assets by their addresses, as the publisher would have written it for this registry. */
function readChain(miniature: Miniature, feed: string, name: string, bytes: Buffer): void {
  const parsed = parseCassette(bytes.toString('utf8'));
  const slug = chainByCaip2(chainFeeds.get(feed)?.chain ?? '')?.slug;
  if (!parsed.ok || parsed.cassette.header.block === null) throw new Error(`${name} is no reading of a block`);
  const { header, exchanges } = parsed.cassette;
  const registered = miniature.values('registry.assets').filter(({ chain }) => chain === slug);
  const assets = header.assets.map((asset) => ({ ...asset, assetId: idAt(registered, asset.address) }));
  const text = writeCassette({ header: { ...header, assets }, exchanges });
  miniature.captureBytes(feed, name, Buffer.from(text), parsed.cassette.header.block.timestamp * 1_000);
}

function idAt(registered: readonly RegistryAsset[], at: string): string {
  const found = registered.find(({ address }) => address.toLowerCase() === at.toLowerCase());
  if (found === undefined) throw new Error(`no asset is registered at ${at}`);
  return found.assetId;
}

async function captureStep(miniature: Miniature, steps: readonly DocumentStep[], step: DocumentStep): Promise<void> {
  const [first = step] = steps;
  const from = Date.parse(first.asOf);
  const asset = miniature
    .values('registry.assets')
    .find(({ sources }) => sources.some(({ url }) => url === step.document));
  const source = asset?.sources.find(({ url }) => url === step.document);
  if (asset === undefined || source === undefined) throw new Error(`nobody declares ${step.document}`);
  const visits = steps.map(({ file, asOf }) => ({ hours: (Date.parse(asOf) - from) / 3_600_000, body: bytesOf(file) }));
  const { assetId } = asset;
  const place = { url: step.document, from, assetId, sourceId: source.sourceId, documentId: sha256Hex(step.document) };
  const { captures, artifacts } = await captured(visits, source.kind, place);
  const capture = captures[steps.indexOf(step)];
  if (capture !== undefined) miniature.captureDocument(capture, artifacts);
}

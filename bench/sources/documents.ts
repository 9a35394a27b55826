import { openArtifactStore } from '../../infra/artifacts/store.ts';
import { readDocument } from '../../infra/reading/read-document.ts';
import { pdfjs } from '../../infra/reading/readers/pdf/pdfjs.ts';
import { readBytes } from '../../infra/reading/readers/read-bytes.ts';
import { planDocuments } from '../../pipeline/publishers/documents/schedule/plan.ts';
import { startDocuments } from '../../pipeline/publishers/documents/publisher.ts';
import { createRequests } from '../../pipeline/publishers/documents/sites/requests.ts';
import { profileTable } from '../../pipeline/documents/reading/profiles/profile-table.ts';
import type { RegistryAsset } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { ReadDocument } from '../../schemas/values/reading.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { readSlowPages } from './documents-hostile.ts';
import { atLeast, atMost, type Measurement } from '../measurement.ts';
import { inFolder } from '../support/engines/folder.ts';
import { memoryOf, peakOfChildren } from '../support/probes/process-memory.ts';
import { createSimulatedHosts } from '../support/nodes/simulated-hosts.ts';
import { createSimulatedTime } from '../support/nodes/simulated-time.ts';
import { hasSharedData, sharedBytes } from '../../tests/support/shared-data.ts';
import { dayMs } from '../../schemas/values/durations.ts';

const hosts = 2_000;
/** Documents of a host: 10,000 in all. */
const kinds = ['report', 'terms', 'whitepaper', 'page', 'page'] as const;
const start = Date.UTC(2026, 0, 1);

/** The publisher of documents. */
export const documentsBench: Bench = {
  name: 'documents',
  measures: 'declared documents, fetched by one publisher',
  cases: { 'a quiet day': quietDay, 'reading PDFs': readPdfs, 'slow pages': readSlowPages },
};

const noLogger = { info: () => undefined, warn: () => undefined, error: (error: unknown) => console.error(error) };

/** The second day: all documents are known, and one in a hundred has another text. */
async function quietDay({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const count = Math.round(hosts * scale);
  return inFolder(async (folder) => {
    const time = createSimulatedTime(start);
    const { fetch, asked } = createSimulatedHosts(time);
    const store = await openArtifactStore(folder);
    const { profiles } = profileTable([]);
    const planned = planDocuments(declaredOn(count), profiles);
    const requests = createRequests({ fetch, clock: time.clock, sleep: time.sleep, everyMs: 1_000 });
    let fetches = 0;
    const running = startDocuments({
      requests,
      profiles,
      clock: time.clock,
      sleep: time.sleep,
      read: readHere,
      logger: noLogger,
      artifacts: {
        put: (bytes) => time.during(store.put(bytes)),
        get: (sha256) => time.during(store.get(sha256)),
        has: (sha256) => time.during(store.has(sha256)),
      },
      planned: () => Promise.resolve(planned),
      appended: () => Promise.resolve([]),
      append: async () => {
        fetches += 1;
        await Promise.resolve();
      },
      roundMs: 60_000,
    });
    await time.runUntil(start + dayMs);
    const [first, firstFetches, processor] = [{ ...asked }, fetches, process.cpuUsage()];
    await time.runUntil(start + 2 * dayMs);
    const { user, system } = process.cpuUsage(processor);
    await running.stop();
    const conditional = asked.notModified - first.notModified;
    const bodies = asked.bodies - first.bodies;
    const sent = asked.robots - first.robots + conditional + bodies;
    const name = `${planned.size} documents of ${count} hosts`;
    const figure = (what: string, unit: string, value: number, target: Measurement['target']): Measurement => ({
      name: `${name}, ${what}`,
      unit,
      value,
      target,
      floor: null,
    });
    return [
      figure('fetches in a day', 'fetches', fetches - firstFetches, atLeast(planned.size)),
      figure('requests in a day', 'requests', sent, atMost(25_000 * scale)),
      figure(
        'answered 304, of hosts with validators',
        'share',
        conditional / (conditional + bodies) / 0.8,
        atLeast(0.9),
      ),
      figure('requests sooner than a rule, both days', 'requests', asked.tooSoon, atMost(0)),
      figure('work of a day', 's of CPU', (user + system) / 1e6, null),
      figure('own memory', 'MiB', memoryOf(process.pid)?.own ?? Number.NaN, atMost(400)),
    ];
  });
}

/** One asset for each host. */
const declaredOn = (count: number): readonly Pick<RegistryAsset, 'assetId' | 'status' | 'sources'>[] =>
  Array.from({ length: count }, (_, host) => ({
    assetId: `asset-${host}`,
    status: 'active',
    sources: kinds.map((kind, at) => ({
      sourceId: `s${at}`,
      kind,
      extractor: 'page',
      url: `https://host-${host}.example/page-${host * kinds.length + at}`,
    })),
  }));

/** Reads in this process: the time of a reader is measured by the other case. */
async function readHere(bytes: Buffer, { charset }: { readonly charset: string | null }): Promise<ReadDocument> {
  const { reading, reason } = await readBytes(bytes, { class: null, charset });
  return { reading, text: canonicalJson(reading), ended: reason === null ? 'whole' : 'partly', reason, limit: null };
}

/** Text positions by the bare library, without lines, cells, tables and checks. */
async function bareText(bytes: Buffer): Promise<number> {
  const { getDocument } = await pdfjs();
  const document = await getDocument({ data: new Uint8Array(bytes), isEvalSupported: false, disableFontFace: true })
    .promise;
  for (let page = 1; page <= document.numPages; page += 1) {
    await (await document.getPage(page)).getTextContent();
  }
  const { numPages } = document;
  await document.destroy();
  return numPages;
}

const readHereWhole = (bytes: Buffer): Promise<unknown> => readBytes(bytes, { class: null, charset: null });

/** Processor time of this process for all files, each read for the second time: the first one loads the library. */
async function processorSecondsOf(
  files: readonly Buffer[],
  read: (bytes: Buffer) => Promise<unknown>,
): Promise<number> {
  for (const file of files) await read(file);
  const before = process.cpuUsage();
  for (const file of files) await read(file);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const published = [
  'whitepapers/tono.2025-10-20.pdf',
  'whitepapers/satlayer.2025-08-10.pdf',
  'reports/usdc.2025-06-30.pdf',
];

/** Whole readings of published PDFs, each in a process of its own; skipped where the files are not beside the repository. */
async function readPdfs(): Promise<readonly Measurement[]> {
  if (!hasSharedData('disclosures')) {
    console.log('skipped: the documents are not beside this tree');
    return [];
  }
  const files = published.map((name) => sharedBytes(`disclosures/${name}`));
  const bytes = files.reduce((sum, file) => sum + file.length, 0);
  const before = memoryOf(process.pid)?.own ?? Number.NaN;
  let [pages, started] = [0, performance.now()];
  const peak = await peakOfChildren(async () => {
    for (const file of files) {
      const { reading, reason } = await readDocument(file, null);
      if (reading === null) throw new Error(reason ?? 'no reading');
      pages += reading.pages.length;
    }
  });
  const seconds = (performance.now() - started) / 1_000;
  const after = memoryOf(process.pid)?.own ?? Number.NaN;
  started = performance.now();
  for (const file of files) await bareText(file);
  const bare = (performance.now() - started) / 1_000;
  const [own, library] = [await processorSecondsOf(files, readHereWhole), await processorSecondsOf(files, bareText)];
  const name = 'the bare library, in this process';
  const floor = (value: number): Measurement['floor'] => ({ name, value });
  return [
    { name: 'pages', unit: 'pages/s', value: pages / seconds, floor: floor(pages / bare), target: atLeast(12) },
    {
      name: 'pages, by processor time',
      unit: 'pages/s',
      value: pages / own,
      floor: floor(pages / library),
      target: null,
    },
    { name: 'bytes', unit: 'MB/s', value: bytes / 1e6 / seconds, floor: floor(bytes / 1e6 / bare), target: null },
    { name: 'a reader, at its peak', unit: 'MiB', value: peak, floor: null, target: atMost(300) },
    { name: 'growth of the parent', unit: 'MiB', value: after - before, floor: null, target: atMost(64) },
  ];
}

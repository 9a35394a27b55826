import type { Command } from 'commander';
import { pause } from '../../infra/async/async.ts';
import { UsageError } from '../../infra/errors.ts';
import { createGuardedFetch } from '../../infra/fetch/guarded-fetch.ts';
import { readDocument } from '../../infra/reading/read-document.ts';
import { isRead } from '../../pipeline/documents/captures/overtaken.ts';
import { fetchDocument, captureFromFile } from '../../pipeline/publishers/documents/fetch/fetch-document.ts';
import { createRequests } from '../../pipeline/publishers/documents/sites/requests.ts';
import { documentTable, shownDocument } from '../documents/describe-document.ts';
import { fieldsText, shownFields } from '../documents/describe-fields.ts';
import { declaredSource } from '../documents/declared-source.ts';
import { documentByUrl, knownDocuments } from '../documents/known-documents.ts';
import { loadProfiles } from '../profiles/load-profiles.ts';
import { readFile } from '../documents/read-file.ts';
import { openEngine } from '../engine/open-engine.ts';
import { appendValues } from '../log/append.ts';
import { unreadLines, unreadSources } from '../feeds/unread-sources.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { readInputFile } from '../program/input/input-files.ts';
import { asOfFiles } from '../program/input/dated-files.ts';
import { documentsAgent } from '../program/version.ts';
import { documentsSuggestCommand } from './documents-suggest.ts';

export const documentsCommand = (): Command =>
  command('documents')
    .action(runs(list))
    .addCommand(
      command('run', 'one fetch of a declared source now, or from a file')
        .argument('<url>', 'the address as declared')
        .option('--file <path>', 'read the document from this file instead of fetching it')
        .option(
          '--as-of <iso>',
          'time when the source had this file, or the word now; by default the date in its name, else now',
        )
        .action(runs(run)),
    )
    .addCommand(
      command('read', 'what the rules read in a file, with quotes, and why they leave a field out; appends nothing')
        .argument('<file>', 'a document: PDF, HTML, inline XBRL, JSON, text, or a zip archive with one of these')
        .option('--profile <id>', 'profile to read the document with; by default the one that matches')
        .option('--asset <id>', 'the asset that declares the document: profile, kind and address of its source count')
        .option('--url <address>', 'address at which the document is published')
        .action(runs(read)),
    )
    .addCommand(documentsSuggestCommand());

async function list({ loaded, out, logger }: Context): Promise<void> {
  const { profiles } = loadProfiles(loaded.config.profilesDir);
  const engine = await openEngine(loaded.config, logger);
  try {
    const documents = await knownDocuments(engine, profiles);
    const declared = { documents: documents.length, assetsOf: new Map<string, number>() };
    const sources = unreadSources(declared, loaded.config);
    const unread = unreadLines(sources);
    const off = sources[0]?.reason ?? null;
    if (out.json) for (const document of documents) out.row(shownDocument(document, off), '');
    else if (documents.length === 0) out.note('no active asset declares a source');
    else out.result(null, [documentTable(documents, out.width, off), ...unread].join('\n'));
    if (out.json) unread.forEach(out.note);
  } finally {
    await engine.close();
  }
}

interface ReadOptions {
  readonly profile?: string;
  readonly asset?: string;
  readonly url?: string;
}

async function read(
  { loaded, out, logger }: Context,
  path: string,
  { profile, asset, url }: ReadOptions,
): Promise<void> {
  const { config } = loaded;
  if (asset !== undefined && profile !== undefined) {
    throw new UsageError('give --asset or --profile: the source of an asset declares its profile');
  }
  const bytes = readInputFile(path);
  const source = asset === undefined ? null : await declaredSource(config, logger, { asset, url: url ?? null });
  const asked = { bytes, profile: source?.extractor ?? profile ?? null, kind: source?.kind ?? null };
  const found = await readFile({ ...asked, url: source?.url ?? url ?? '' }, loadProfiles(config.profilesDir));
  out.result(shownFields(found), fieldsText(found));
}

interface RunOptions {
  readonly file?: string;
  readonly asOf?: string;
}

async function run({ loaded, out, logger, clock }: Context, url: string, options: RunOptions): Promise<void> {
  const { config } = loaded;
  const { file } = options;
  if (file === undefined && options.asOf !== undefined) {
    throw new UsageError('--as-of belongs to --file: what is fetched now holds now');
  }
  const { documentsContact } = config;
  if (file === undefined && documentsContact === null) {
    throw new UsageError('ATTESTRY_DOCUMENTS_CONTACT is not set: sites must be able to reach who fetches from them');
  }
  const files = file === undefined ? [] : [file];
  const words = ['documents', 'run', url, ...files.flatMap((path) => ['--file', path])];
  const asOf = asOfFiles({ asOf: options.asOf, files, words, now: clock() });
  const bytes = file === undefined ? null : readInputFile(file);
  const { profiles } = loadProfiles(config.profilesDir);
  const engine = await openEngine(config, logger);
  try {
    const { document, state } = await documentByUrl(engine, profiles, url);
    const newest = state?.readAsOf ?? null;
    if (bytes !== null && newest !== null && asOf <= newest) {
      throw new UsageError(
        `the newest document of it is as of ${new Date(newest).toISOString()}; give a later --as-of`,
      );
    }
    const signal = new AbortController().signal;
    const read = (body: Buffer, given: Parameters<typeof readDocument>[2]) => readDocument(body, null, given);
    const deps = { artifacts: engine.artifacts, profiles, read, clock };
    const fetch = createGuardedFetch({ allow: config.fetchAllow, userAgent: documentsAgent(documentsContact ?? '') });
    const requests = createRequests({ fetch, clock, sleep: pause, everyMs: 1_000 });
    const capture =
      bytes === null
        ? await fetchDocument(document, state, { ...deps, requests }, signal)
        : await captureFromFile(document, state, { bytes, asOf }, deps, signal);
    await appendValues(engine, 'document.captures', [{ value: capture, timestamp: clock() }]);
    const { outcome, message, documentClass, reading, finalUrl } = capture;
    const shown = [documentClass, reading === null ? null : `read ${reading.ended}`, finalUrl]
      .filter(Boolean)
      .join(', ');
    out.result(capture, `${outcome}: ${message ?? shown}`);
    if (!isRead(outcome)) throw new CommandFailed('');
  } finally {
    await engine.close();
  }
}

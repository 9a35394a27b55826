import type { Command } from 'commander';
import { largestFile } from '../../infra/disk/bounded-file.ts';
import { UsageError } from '../../infra/errors.ts';
import { publishedRules } from '../../pipeline/changes/rule-sets.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { decodeText, readInputFile, readStandardInput } from '../program/input/input-files.ts';
import { writeNewFile } from '../program/input/new-file.ts';
import { version } from '../program/version.ts';
import { bundleText, makeBundle } from '../verify/bundle/bundle.ts';
import { checkBundle } from '../verify/bundle/check-bundle.ts';
import { describeExplained } from '../verify/describe-change.ts';
import { gatherEvidence } from '../verify/evidence/gather-evidence.ts';
import { type ExplainedChange, explainEvidence, explainingOn } from '../verify/explain/explain-change.ts';
import { readBundle } from '../verify/bundle/read-bundle.ts';
import { visibleOutput } from '../program/output/visible-text.ts';

export const explainCommand = (): Command =>
  command('explain')
    .argument('[changeId]', 'id of the change, as changes list shows it; not with --check')
    .option('--bundle <file>', 'write the evidence to a file that --check reads; - is standard output')
    .option('--documents', 'with --bundle: include documents of other publishers and their readings')
    .option('--force', 'replace the file if it exists')
    .option('--check <file>', 'check an evidence file; needs no service, log or data directory; - is standard input')
    .action(runs(explain));

interface ExplainOptions {
  readonly bundle?: string;
  readonly force?: boolean;
  readonly documents?: boolean;
  readonly check?: string;
}

async function explain(context: Context, id: string | undefined, options: ExplainOptions): Promise<void> {
  const { bundle, check, force, documents } = options;
  if (check !== undefined) {
    if (id !== undefined || bundle !== undefined) throw new UsageError('--check takes a file and nothing else');
    return checkFile(context, check);
  }
  if (id === undefined) throw new UsageError("missing required argument 'changeId'; a bundle is checked with --check");
  if (documents === true && bundle === undefined) throw new UsageError('--documents goes with --bundle');
  if (force === true && bundle === undefined) throw new UsageError('--force goes with --bundle');
  return explainOnLog(context, id, options);
}

async function explainOnLog(
  { loaded, out, logger }: Context,
  id: string,
  { bundle, force = false, documents = false }: ExplainOptions,
): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const evidence = await gatherEvidence(engine, id);
    if (evidence === null) throw new UsageError(`no change "${id}"; its id is the feed item's id`);
    const explaining = explainingOn(engine, publishedRules);
    const explained = await explainEvidence(evidence, explaining);
    if (bundle !== undefined) {
      const made = await makeBundle(evidence, { ...explaining, documents, madeBy: `attestry ${version().version}` });
      const text = bundleText(made);
      // A pipe gets the bytes of the file: the check refuses escapes that a text does not need.
      if (bundle === '-') process.stdout.write(process.stdout.isTTY ? visibleOutput(text) : text);
      else writeNewFile(bundle, text, force);
      const bytes = Buffer.byteLength(text);
      out.note(`bundle ${made.digest}, ${bytes} bytes`);
      if (bytes > largestFile) out.note(`--check reads at most ${largestFile} bytes`);
      if (documents) out.note('it holds documents of others: the rights in them are those of who published them');
    }
    if (bundle !== '-') out.result(explained, describeExplained(explained));
    failIfBroken(explained);
  } finally {
    await engine.close();
  }
}

async function checkFile({ out }: Context, path: string): Promise<void> {
  const name = path === '-' ? 'standard input' : path;
  const bytes = path === '-' ? readStandardInput() : readInputFile(path);
  const checked = await checkBundle(readBundle(name, decodeText(name, bytes)), publishedRules);
  out.result(checked, describeExplained(checked));
  failUnlessProved(checked);
}

function failIfBroken({ isBroken }: ExplainedChange): void {
  if (isBroken) throw new CommandFailed('the chain of evidence is broken; [BROKEN] and --json show where');
}

/** A recipient has the file alone: what it does not prove, nothing proves. */
function failUnlessProved(checked: ExplainedChange): void {
  failIfBroken(checked);
  if (checked.ok) return;
  throw new CommandFailed(
    'nothing contradicts the change, but the file does not prove all of it; [NOT PROVED] and --json show what is missing',
  );
}

import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { classifyCapture } from '../../pipeline/documents/captures/classify-capture.ts';
import { truncationV2 } from '../../pipeline/documents/captures/accepted-text.ts';
import { type CapturedPage, describeCapture } from '../../pipeline/documents/captures/describe-capture.ts';
import { readPage, selectorProblem } from '../../pipeline/publishers/pages/read-page.ts';
import { command, type Context, runs } from '../program/command.ts';
import { readTextFiles } from '../program/input/input-files.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';
import { visibleLines } from '../program/output/visible-text.ts';

const collect = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

export const sourcesCommand = (): Command =>
  command('sources').addCommand(
    command('diff', 'compares two captures of a document, offline')
      .argument('<old>', 'HTML page or text file')
      .argument('<new>', 'the later one')
      .option('--url <url>', 'address of the page; relative links are resolved against it')
      .option(
        '--remove <selector>',
        'CSS selector of elements to leave out of the page; may be given several times',
        collect,
        [],
      )
      .action(runs(diffCaptures)),
  );

interface DiffOptions {
  readonly url?: string;
  readonly remove: readonly string[];
}

async function diffCaptures({ out }: Context, before: string, after: string, options: DiffOptions): Promise<void> {
  const { url = unknownPage, remove } = options;
  if (!/^https?:/i.test(url) || parseUrl(url) === null)
    throw new UsageError(`--url ${url} is not an http or https address`);
  for (const selector of remove) {
    const problem = selectorProblem(selector);
    if (problem !== null) throw new UsageError(`--remove: ${problem}`);
  }
  const [old, current] = [before, after].map((path) => capturedPage(path, url, remove));
  if (old === undefined || current === undefined) return;
  const was = describeCapture(old, []);
  const is = describeCapture(current, [old]);
  const { kept5, new5, ...differences } = is.comparisons[0] ?? unchanged;
  const result = {
    class: classifyCapture(was, is, truncationV2).class,
    kept5,
    new5,
    words: { old: was.words, new: is.words },
    passagesRemoved: differences.passagesRemoved,
    passagesAdded: differences.passagesAdded,
    linksRemoved: differences.linksRemoved,
    linksAdded: differences.linksAdded,
  };
  const lines = [
    `${result.class}: kept5 ${kept5}, new5 ${new5}, words ${was.words} -> ${is.words}`,
    ...result.passagesRemoved.map((passage) => `- ${passage}`),
    ...result.passagesAdded.map((passage) => `+ ${passage}`),
    ...result.linksRemoved.map((link) => `- link ${link}`),
    ...result.linksAdded.map((link) => `+ link ${link}`),
  ];
  out.result(result, visibleLines(lines));
}

/** Placeholder for a page address that was not given (RFC 2606 reserves the name). */
const unknownPage = 'https://page.invalid/';

const unchanged = {
  kept5: 1,
  new5: 0,
  passagesRemoved: [],
  passagesAdded: [],
  linksRemoved: [],
  linksAdded: [],
} as const;

function capturedPage(path: string, url: string, remove: readonly string[]): CapturedPage {
  const text = readTextFiles([path])[0]?.text ?? '';
  const read = isPage(path, text)
    ? ({ documentClass: 'html', ...readPage(text, { url, remove }) } as const)
    : ({ documentClass: 'text', text, links: [] } as const);
  return { url, finalUrl: url, ...read };
}

const isPage = (path: string, text: string): boolean =>
  /\.x?html?$/i.test(path) || /^\ufeff?\s*<(?:!doctype\s+html|html|\?xml)\b/i.test(text);

import type { Command } from 'commander';
import { pause } from '../../infra/async/async.ts';
import { UsageError } from '../../infra/errors.ts';
import { createGuardedFetch } from '../../infra/fetch/guarded-fetch.ts';
import { readDocument } from '../../infra/reading/read-document.ts';
import { createRequests } from '../../pipeline/publishers/documents/sites/requests.ts';
import { suggestSources } from '../../pipeline/publishers/documents/fetch/suggest.ts';
import { suggestedSource, suggestionStarts } from '../documents/suggestion-starts.ts';
import { openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { documentsAgent } from '../program/version.ts';
import { visibleText } from '../program/output/visible-text.ts';

export const documentsSuggestCommand = (): Command =>
  command('suggest', 'documents on the site of an issuer that may be sources, as import members; declares nothing')
    .argument('<asset|url>', 'id, DID, slug, CAIP-19, address or exact name of an asset, or the URL of a page')
    .action(runs(suggest));

/** Prints each candidate as a member of `sources` of an import line, and why it is one. */
async function suggest({ loaded, out, logger, clock }: Context, target: string): Promise<void> {
  const { config } = loaded;
  const { documentsContact } = config;
  if (documentsContact === null) {
    throw new UsageError('ATTESTRY_DOCUMENTS_CONTACT is not set: sites must be able to reach who fetches from them');
  }
  const engine = await openEngine(config, logger);
  try {
    const start = await suggestionStarts(engine, target);
    const fetch = createGuardedFetch({ allow: config.fetchAllow, userAgent: documentsAgent(documentsContact) });
    const { found, problems } = await suggestSources(
      start,
      {
        requests: createRequests({ fetch, clock, sleep: pause, everyMs: 1_000 }),
        read: (bytes, options) => readDocument(bytes, null, options),
      },
      new AbortController().signal,
    );
    for (const problem of problems) out.note(visibleText(problem));
    for (const [at, one] of found.entries()) {
      const source = suggestedSource(one, at);
      const { documentClass, reason } = one;
      out.row({ source, documentClass, reason }, visibleText(`${JSON.stringify(source)}  ${documentClass}, ${reason}`));
    }
    if (found.length === 0) out.note('no link of the pages has the words of a document');
  } finally {
    await engine.close();
  }
}

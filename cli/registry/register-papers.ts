import { caip19OfWish } from '../../pipeline/registry/wishes/wish.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { issuerOf } from '../../schemas/facts/issuer-of.ts';
import type { RegistryAsset } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { Context } from '../program/command.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { partyNamed } from './registered.ts';
import { chosenPaper, numberedPapers, whitePapersOf, withPaper } from './white-papers.ts';
import type { WishedToken } from './wished-tokens.ts';

interface PaperOptions {
  readonly issuer?: string;
  /** URL, or a number among the rows of the issuer. */
  readonly whitepaper?: string;
}

interface RowsRequest {
  readonly options: PaperOptions;
  readonly registry: RegistrySnapshot;
  readonly places: ReadonlyMap<string, RegistryAsset>;
}

/** New tokens with what the only white paper of the issuer states; with `--whitepaper N` all of them with that one. */
export async function withRegisterRows(
  { out }: Context,
  engine: Engine,
  tokens: readonly WishedToken[],
  { options, registry, places }: RowsRequest,
): Promise<readonly WishedToken[]> {
  const number = paperNumber(options);
  const registered = tokens.flatMap(({ wish }) => places.get(caip19OfWish(wish)) ?? []);
  const named = options.issuer === undefined ? null : partyNamed(options.issuer, registry).partyId;
  const issuerId = named ?? registered.map(issuerOf).find((id) => id !== null) ?? '';
  const lei = registry.parties.get(issuerId)?.value.lei ?? null;
  const isWanted = number !== null || (options.whitepaper === undefined && registered.length < tokens.length);
  const papers = lei === null || !isWanted ? [] : await whitePapersOf(engine, lei);
  const paper = chosenPaper(papers, number);
  if (paper === null) {
    const [first, ...others] = papers;
    if (first !== undefined && others.length > 0) {
      out.note(
        visibleText(
          `${papers.length} white papers of the issuer, none taken; --whitepaper N takes one: ${numberedPapers(papers)}`,
        ),
      );
    }
    return tokens;
  }
  return tokens.map((token) =>
    number === null && places.has(caip19OfWish(token.wish))
      ? token
      : withPaper(token, paper, { isOnly: tokens.length === 1 }),
  );
}

export const paperNumber = ({ whitepaper }: PaperOptions): number | null =>
  whitepaper !== undefined && /^\d{1,4}$/u.test(whitepaper) ? Number(whitepaper) : null;

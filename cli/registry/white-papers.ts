import { UsageError } from '../../infra/errors.ts';
import { regimesOfRows } from '../../pipeline/obligations/regimes.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';
import type { Engine } from '../engine/open-engine.ts';
import { type LeiRow, rowsOfLei } from './lei-rows.ts';
import type { WishedToken } from './wished-tokens.ts';

/** What a row of a register of white papers states of the token that it is about. */
export interface WhitePaper extends Pick<LeiRow, 'dtis' | 'ffgs' | 'place'> {
  readonly regime: string;
  /** Null where the row has no link. */
  readonly url: string | null;
  readonly website: string | null;
}

/** Rows of ESMA's registers of white papers about an LEI, in an order that stays while the rows do. */
export async function whitePapersOf(
  engine: Pick<Engine, 'log' | 'codec'>,
  lei: string,
): Promise<readonly WhitePaper[]> {
  const papers = (await rowsOfLei(engine, lei)).flatMap((row) => {
    const regime = regimesOfRows[`register:${row.register}`];
    if (regime === undefined) return [];
    const { place, dtis, ffgs } = row;
    const [url, website] = [linkOf(row.cell('white_paper_link')), linkOf(row.cell('website'))];
    return [{ place, dtis, ffgs, regime, url, website }];
  });
  return papers.sort((one, other) => (one.place < other.place ? -1 : 1));
}

/** Declarations take https alone. */
const linkOf = (cell: string | null): string | null => {
  const url = cell === null ? null : parseUrl(cell);
  return url?.protocol === 'https:' ? url.href : null;
};

/** The paper with a number; without one the only paper. Null where there are several, and nothing chooses. */
export function chosenPaper(papers: readonly WhitePaper[], number: number | null): WhitePaper | null {
  const [only, ...others] = papers;
  if (number === null) return others.length === 0 ? (only ?? null) : null;
  const paper = papers[number - 1];
  if (paper !== undefined) return paper;
  const rest = papers.length === 0 ? 'no register has a white paper of the issuer' : numberedPapers(papers);
  throw new UsageError(`--whitepaper ${number}: ${rest}`);
}

/** "1 https://… (MICA_EMT, FFG …); 2 …". */
export const numberedPapers = (papers: readonly WhitePaper[]): string =>
  papers
    .map(({ url, regime, ffgs, place }, index) => {
      const group = ffgs.length === 0 ? '' : `, FFG ${ffgs.join(' ')}`;
      return `${index + 1} ${url ?? place} (${regime}${group})`;
    })
    .join('; ');

/** A token with what the row states, where no option states it. Identifiers count where the row has one of a kind. */
export function withPaper(
  token: WishedToken,
  paper: WhitePaper,
  { isOnly }: { readonly isOnly: boolean },
): WishedToken {
  const { wish, origins } = token;
  const stated = Object.fromEntries(
    Object.entries({
      whitepaperUrl: paper.url,
      websiteUrl: paper.website,
      regimes: [paper.regime],
    }).filter(([member, value]) => value !== null && !Object.hasOwn(wish.members, member)),
  );
  const one = (codes: readonly string[]): readonly string[] => (codes.length === 1 ? codes : []);
  const { amendments = noAmendments } = wish;
  // A row does not state on which chain a token identifier is.
  const [dtis, ffgs] = [isOnly ? one(paper.dtis) : [], one(paper.ffgs)];
  const origin = `register:${paper.place}`;
  const added = Object.keys({ ...stated, ...(dtis.length > 0 && { dti: 1 }), ...(ffgs.length > 0 && { ffg: 1 }) });
  return {
    ...token,
    wish: { ...wish, members: { ...wish.members, ...stated }, amendments: { ...amendments, dtis, ffgs } },
    origins: { ...origins, ...Object.fromEntries(added.map((member) => [member, origin])) },
  };
}

export const noAmendments = { documents: [], roles: [], dtis: [], ffgs: [], unset: [] } as const;

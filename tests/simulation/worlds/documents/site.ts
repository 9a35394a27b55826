import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { challengePages } from '../../../pipeline/publishers/documents/pages.ts';
import { termsText } from '../../../pipeline/publishers/documents/stated-documents.ts';
import { simulation } from '../../kernel/simulation.ts';
import type { SimulatedAnswer } from '../../ports/network/answer.ts';
import { httpServer, type SimulatedRequest } from '../../ports/network/http-server.ts';
import type { Network } from '../../ports/network/network.ts';

/** Classes of faults of a site, beside those of the network: what it publishes or answers in place of the document. */
export const siteFaults = {
  'document-is-gone': { share: 0.3, probability: 0.3 },
  'document-is-empty': { share: 0.2, probability: 0.3 },
  'document-is-a-challenge': { share: 0.15, probability: 0.2 },
  'document-is-too-large': { share: 0.15, probability: 0.2 },
  'document-is-broken': { share: 0.3, probability: 0.3 },
  'document-moves': { share: 0.2, probability: 0.3 },
  'robots-fails': { share: 0.15, probability: 0.3 },
  'validators-are-lost': { share: 0.4, probability: 0.5 },
} as const;

/** Fees that the versions of a document state, in percent. */
const fees = ['0.10', '0.25', '0.40'] as const;
const path = '/terms';
/** Above the limit of the world's fetches, bytes. */
const tooLarge = 300_000;

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' };

/** The web site of an issuer, with one document that changes at times. */
export class Site {
  readonly assetId: string;
  /** An asset that declares the document at times. */
  readonly laterAssetId: string;
  laterDeclares = false;
  readonly host: string;
  /** Fee that the document states now. */
  fee: string = fees[0];
  /** Bytes of each version that the document had so far, by their hash, with its fee. */
  readonly published = new Map<string, string>();

  constructor(number: number, network: Network) {
    this.assetId = `a55e7000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    this.laterAssetId = this.assetId.replace('a55e', 'b55e');
    this.host = `issuer${number}.example`;
    this.#publish();
    for (const name of [this.host, `moved${number}.example`]) network.serve(name, httpServer(this.#answer));
  }

  get url(): string {
    return `https://${this.host}${path}`;
  }

  /** The document as it is now. */
  get current(): Buffer {
    // The host makes documents of two sites differ.
    return Buffer.from(termsText(this.fee).replace('<h1>Terms</h1>', `<h1>Terms</h1><p>Terms of ${this.host}.</p>`));
  }

  /** The assets that declare the document now. */
  get assetIds(): readonly string[] {
    return this.laterDeclares ? [this.assetId, this.laterAssetId] : [this.assetId];
  }

  /** What the issuer sends by mail: the same terms, with another sentence for the fee. */
  get sentByMail(): Buffer {
    return Buffer.from(this.current.toString().replace('We charge a redemption fee', 'Holders pay a redemption fee'));
  }

  /** The issuer states another fee. */
  change(): void {
    this.fee = simulation().random.pick(fees.filter((fee) => fee !== this.fee));
    this.#publish();
  }

  #publish(): void {
    for (const bytes of [this.current, this.sentByMail]) this.published.set(sha256Hex(bytes), this.fee);
  }

  readonly #answer = (request: SimulatedRequest): SimulatedAnswer => {
    const { faults, random } = simulation();
    if (request.path === '/robots.txt') return faults.strikes('robots-fails') ? { status: 503 } : { status: 404 };
    if (request.path !== path) return { status: 404, headers: htmlHeaders, body: 'nothing is here' };
    const html = (body: string | Buffer): SimulatedAnswer => ({ headers: htmlHeaders, body });
    if (faults.strikes('document-is-gone')) return { status: random.pick([404, 410]), headers: htmlHeaders };
    if (faults.strikes('document-is-empty')) return html('<html><body><p>Down for maintenance.</p></body></html>');
    if (faults.strikes('document-is-a-challenge')) return html(random.pick(challengePages).html);
    if (faults.strikes('document-is-too-large')) return html(Buffer.alloc(tooLarge, '<p>terms</p>'));
    if (faults.strikes('document-is-broken')) return html(random.pick([Buffer.from([0, 1, 2, 255]), '{"error":true}']));
    const isHome = request.headers['host'] === this.host;
    if (isHome && faults.strikes('document-moves')) {
      return { status: 302, headers: { location: this.url.replace('issuer', 'moved') } };
    }
    return this.#document(request);
  };

  #document({ headers }: SimulatedRequest): SimulatedAnswer {
    const bytes = this.current;
    const tag = `"${sha256Hex(bytes).slice(0, 16)}"`;
    const hasTag = !simulation().faults.strikes('validators-are-lost');
    if (hasTag && headers['if-none-match'] === tag) return { status: 304, headers: { etag: tag } };
    return { headers: { ...htmlHeaders, ...(hasTag ? { etag: tag } : {}) }, body: bytes };
  }
}

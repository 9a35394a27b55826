/** Pages that are made to be slow, beside an ordinary page of the same length. */
import { createNotes } from '../../infra/reading/readers/notes.ts';
import { readHtml } from '../../infra/reading/readers/html/read-html.ts';
import { viewOf } from '../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../pipeline/documents/reading/readers.ts';
import type { BenchOptions } from '../bench.ts';
import { type Measurement, ratioAtMost } from '../measurement.ts';

const length = 3_600_000;

const repeated = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length));

/** Words that many patterns begin with, and tables that each need their heading. */
const pages: Readonly<Record<string, (size: number) => string>> = {
  'one word: its': (size) => `<p>Reserve ${repeated('its ', size)}</p>`,
  'one word: redemption': (size) => `<p>${repeated('redemption ', size)}</p>`,
  'small tables': (size) =>
    repeated('<table><tr><td>Cash</td><td>$1.00</td></tr><tr><td>Total</td><td>$1.00</td></tr></table>', size),
};

const ordinary = (size: number): string =>
  repeated('<p>This is a page of the terms of a token of an issuer.</p>', size);

/** Processor time of a page, read as terms and as a report: the reader and all rules, in this process. */
function secondsOf(body: string): number {
  const before = process.cpuUsage();
  for (const kind of ['terms', 'report'] as const) {
    const reading = readHtml(`<h1>As of June 30, 2025</h1>${body}`, createNotes());
    const profile = { id: kind, language: 'en' };
    readFields(viewOf(reading, { kind, profile, url: 'https://issuer.example/page', isWhole: true }), fieldReaders);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

export function readSlowPages({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const size = Math.round(length * scale);
  secondsOf(ordinary(size));
  const floor = { name: 'an ordinary page of that length', value: secondsOf(ordinary(size)) };
  return Promise.resolve(
    Object.entries(pages).map(([name, make]) => ({
      name: `a page of ${(size / 1e6).toFixed(1)} MB, ${name}`,
      unit: 's',
      value: secondsOf(make(size)),
      floor,
      target: ratioAtMost(3),
    })),
  );
}

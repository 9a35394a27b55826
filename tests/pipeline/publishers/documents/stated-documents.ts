/** Documents that state values, and state others later. */
import { otherTokenLabels } from '../../../../pipeline/documents/reading/template/labels-2.ts';
import { july, june, printedReport } from '../../documents/reading/report/printed-report.ts';
import { type Handler, html } from './server.ts';
import type { Days } from './watched-days.ts';

export interface Document extends Omit<Days, 'hours'> {
  readonly good: Handler;
  /** What the document states after the bad day. */
  readonly later: Handler;
}

export const body =
  (bytes: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = 200): Handler =>
  (_, response) => {
    response.writeHead(status, headers).end(bytes);
  };

export const clauses = Array.from(
  { length: 60 },
  (_, at) => `Clause ${at} states how token ${at * 7} is kept by its owner.`,
);
export const termsText = (fee: string, kept = clauses): string => {
  const stated = [
    `We charge a redemption fee of ${fee}% on each request.`,
    'These terms are governed by the laws of Ireland.',
  ];
  return page(
    [...clauses.slice(0, 40), ...stated, ...clauses.slice(40)].filter((one) => kept === clauses || kept.includes(one)),
  );
};
export const page = (texts: readonly string[]): string =>
  `<html lang="en"><head><title>Terms</title></head><body><h1>Terms</h1>${texts.map((text) => `<p>${text}</p>`).join('')}</body></html>`;

export const terms: Document = {
  path: '/terms',
  kind: 'terms',
  extractor: 'terms',
  good: html(termsText('0.10')),
  later: html(termsText('0.25')),
};

const answers: Readonly<Record<string, string>> = {
  'A.1': 'Example Foundation',
  'F.10': '2025-11-03',
  'G.16': 'No',
  'G.19': 'The courts of Ireland.',
};
export const paperPage = (law: string, numberOf: (part: string, at: number) => number = (_, at) => at): Buffer => {
  const rows = otherTokenLabels
    .trim()
    .split('\n')
    .map((line) => {
      const [number = ''] = line.split(' ', 1);
      const [part = '', at = ''] = number.split('.');
      const text = number === 'G.18' ? `The law of ${law}` : (answers[number] ?? `Value of ${part} ${at} here.`);
      return `<tr><td>${part}.${numberOf(part, Number(at))}</td><td>${line.slice(number.length + 1)}</td><td>${text}</td></tr>`;
    });
  return Buffer.from(
    `<html lang="en"><head><title>White paper</title></head><body><table>${rows.join('')}</table></body></html>`,
  );
};
export const asHtml = { 'content-type': 'text/html; charset=utf-8' };
export const paper: Document = {
  path: '/paper',
  kind: 'whitepaper',
  extractor: 'white-paper',
  good: body(paperPage('Ireland'), asHtml),
  later: body(paperPage('Malta'), asHtml),
};

export const asPdf = { 'content-type': 'application/pdf' };
export const reserve: Document = {
  path: '/report.pdf',
  kind: 'report',
  extractor: 'reserve-report',
  good: body(printedReport(june), asPdf),
  later: body(printedReport(july), asPdf),
};

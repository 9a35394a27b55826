/** A notice at status 200 in place of a document: a person learns within two days that the document cannot be read. */
import * as assert from 'uvu/assert';
import { type Handler, html, type Site, siteSuite } from './server.ts';
import { watchDays, type WatchedDays } from './watched-days.ts';

const test = siteSuite('notices in place of documents');

const sentences = (subject: string): string =>
  Array.from({ length: 14 }, (_, at) => `${subject} number ${at} stands in sentence ${at} of this page here.`).join(
    ' ',
  );
const pageOf = (title: string, text: string): string =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${text}</main></body></html>`;

const terms = pageOf(
  'Terms of the Example Token',
  `<p>${sentences('The duty of holders')}</p><p>We charge a redemption fee of 0.10% on each request.</p>`,
);

const thanks = Array.from({ length: 14 }, (_, at) => `Thank you for visit ${at}, we regret the wait ${at}.`).join(' ');

/** Title, and a sentence of its text. */
const notices: Readonly<Record<string, readonly [title: string, text: string]>> = {
  region: ['Not available in your region', 'This website is not offered where you are.'],
  consent: ['We value your privacy', 'We and our partners store information. Accept all. Reject all.'],
  maintenance: ['We’ll be back soon', 'We carry out scheduled maintenance on our website.'],
  verification: ['One more step', 'Please verify you are human. We saw unusual traffic from your network.'],
  'region, in German': ['Hinweis', 'Diese Seite ist in Ihrem Land nicht verfügbar. Ihr Standort wurde ermittelt.'],
  'consent, in French': ['Nous respectons votre vie privée', 'Tout accepter. Tout refuser.'],
  'maintenance, in Spanish': ['En mantenimiento', 'Volvemos pronto.'],
  'verification, in Italian': ['Controllo di sicurezza', 'Verifica di essere umano.'],
  'region, in Dutch': ['Niet beschikbaar in uw land', 'Uw locatie staat dit niet toe.'],
  'maintenance, in Polish': ['Przerwa techniczna', 'Wracamy wkrótce.'],
};

const notice = (title: string, text: string): string => pageOf(title, `<p>${text}</p><p>${thanks}</p>`);

const watch = (site: Site, shown: Handler, back: Handler = shown): Promise<WatchedDays> =>
  watchDays(site, {
    path: '/terms',
    kind: 'terms',
    extractor: 'terms',
    hours: [
      [0, () => void site.pages.set('/terms', html(terms))],
      [48, () => void site.pages.set('/terms', shown)],
      [120, () => void site.pages.set('/terms', back)],
      [160, () => undefined],
    ],
  });

const kindsOf = ({ changes }: WatchedDays): readonly string[] =>
  changes.filter(({ assessment }) => assessment.disposition === 'shown').map(({ explanation }) => explanation.kind);

for (const [name, [title, text]] of Object.entries(notices)) {
  test(`a notice that lasts is a wall, and the document cannot be read: ${name}`, async ({ site }) => {
    const days = await watch(site, html(notice(title, text)));
    const outcomes = days.from[1]?.map(({ outcome }) => outcome) ?? [];
    assert.is(outcomes[0], 'ok', 'one capture proves nothing');
    assert.ok(outcomes.length > 2 && outcomes.slice(1).every((outcome) => outcome === 'wall'), outcomes.join());
    assert.equal(kindsOf(days), ['source_unreachable']);
  });
}

test('a notice with another text at each fetch is a wall, and the document that returns is read', async ({ site }) => {
  let visits = 0;
  const changing: Handler = (request, response) => {
    visits += 1;
    html(notice('Not available in your region', `Visit ${visits} ${'x'.repeat(visits)}.`))(request, response);
  };
  const days = await watch(site, changing, html(terms));
  const outcomes = days.from[1]?.map(({ outcome }) => outcome) ?? [];
  assert.ok(
    outcomes.slice(1).every((outcome) => outcome === 'wall'),
    outcomes.join(),
  );
  assert.is(days.from[2]?.[0]?.outcome, 'ok');
  assert.equal(kindsOf(days), ['source_unreachable', 'source_restored']);
});

test('another text without the words of a notice is no wall', async ({ site }) => {
  const days = await watch(site, html(pageOf('Terms', `<p>${thanks}</p>`)));
  assert.ok((days.from[1] ?? []).every(({ outcome }) => outcome !== 'wall'));
});

/** Clauses that many terms have, in as many words as short terms have. */
const clauses: Readonly<Record<string, string>> = {
  maintenance: 'The platform may be temporarily unavailable during scheduled maintenance of our systems.',
  privacy: 'We process personal data where we have a legitimate interest, and you may withdraw your consent.',
  regions: 'Some features are not available in your country or are restricted in your state of residence.',
};
for (const [name, clause] of Object.entries(clauses)) {
  test(`terms that are written as a whole in other words are no wall: ${name}`, async ({ site }) => {
    const rewritten = Array.from({ length: 60 }, (_, at) => `Customers accept obligation ${at} under clause ${at}.`);
    const next = pageOf('Conditions of use', `<p>${rewritten.join(' ')}</p><p>${clause}</p>`);
    const days = await watch(site, html(next));
    const outcomes = days.from[1]?.map(({ outcome }) => outcome) ?? [];
    assert.ok(outcomes.length > 2 && outcomes.every((outcome) => outcome !== 'wall'), outcomes.join());
  });
}

test('a long notice about consent is a wall', async ({ site }) => {
  const partners = Array.from({ length: 90 }, (_, at) => `Partner ${at} reads identifiers for purpose ${at}.`).join(
    ' ',
  );
  const buttons = 'Our partners store cookies for personalised advertising. Accept all. Reject all. Cookie settings.';
  const days = await watch(site, html(pageOf('Before you go on', `<p>${buttons}</p><p>${partners}</p>`)));
  assert.is(days.from[1]?.at(-1)?.outcome, 'wall');
});

test('terms that speak of maintenance and regions are no wall', async ({ site }) => {
  const next = terms
    .replace('0.10%', '0.25%')
    .replace('<p>', '<p>During scheduled maintenance the service, which is not available in your region, may pause. ');
  const days = await watch(site, html(next));
  assert.ok((days.from[1] ?? []).every(({ outcome }) => outcome !== 'wall'));
});

test.run();

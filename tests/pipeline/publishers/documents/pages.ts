/** Pages of protection services as they are sent in place of a document, and real pages with what resembles them. */
export interface NamedPage {
  readonly name: string;
  readonly html: string;
}

/** Text of so many words. */
export const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => ['holders', 'may', 'redeem', 'tokens', 'at', 'par'][index % 6]).join(' ');

const html = (title: string, body: string, head = ''): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const challengePages: readonly NamedPage[] = [
  {
    name: 'Cloudflare, managed challenge',
    html: html(
      'Just a moment...',
      '<div class="main-wrapper"><h1>issuer.test</h1><noscript>Enable JavaScript and cookies to continue</noscript></div>' +
        "<script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed'};})()</script>",
    ),
  },
  {
    name: 'Cloudflare, in another language',
    html: html('Einen Moment…', "<script>window._cf_chl_opt={cType:'interactive'};</script>"),
  },
  {
    name: 'Cloudflare, block',
    html: html(
      'Attention Required! | Cloudflare',
      `<div id="cf-error-details"><h1>Sorry, you have been blocked</h1><p>${words(120)}</p></div>`,
    ),
  },
  {
    name: 'Akamai, interstitial',
    html: html(
      '',
      '<div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/sec-cpt-int-4-3.js"></script>',
    ),
  },
  {
    name: 'Akamai, block',
    html: html(
      'Access Denied',
      '<h1>Access Denied</h1>You don’t have permission to access "http://issuer.test/terms" on this server.<p>Reference #18.2',
    ),
  },
  {
    name: 'Imperva',
    html: '<html><head><META NAME="ROBOTS" CONTENT="NOINDEX"></head><body><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&amp;xinfo=8">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>',
  },
  {
    name: 'DataDome',
    html: html(
      'issuer.test',
      "<p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script>" +
        '<script src="https://ct.captcha-delivery.com/c.js"></script>',
    ),
  },
  {
    name: 'HUMAN',
    html: html(
      'Access to this page has been denied',
      '<div id="px-captcha"></div><script src="//captcha.px-cdn.net/PX1/captcha.js"></script>',
    ),
  },
  {
    name: 'AWS WAF',
    html: html(
      '',
      '<script>window.awsWafCookieDomainList=[];window.gokuProps={"key":"x"}</script><script src="https://a.token.awswaf.com/challenge.js"></script><div id="challenge-container"></div>',
    ),
  },
  {
    name: 'Sucuri',
    html: html('Sucuri WebSite Firewall - Access Denied', `<h1>Access Denied</h1><p>${words(80)}</p>`),
  },
  {
    name: 'DDoS-Guard',
    html: html(
      'DDoS-Guard',
      '<h1>Checking your browser before accessing issuer.test</h1><script src="https://check.ddos-guard.net/check.js"></script>',
    ),
  },
  { name: 'Vercel', html: html('Vercel Security Checkpoint', '<p>We’re verifying your browser</p>') },
  {
    name: 'F5',
    html: '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1</body></html>',
  },
  { name: 'Fastly', html: html('Client Challenge', '<script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script>') },
  { name: 'Anubis', html: html('Making sure you&#39;re not a bot!', `<p>${words(90)}</p>`) },
  {
    name: 'SiteGround',
    html: '<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2Fterms"></head></html>',
  },
  {
    name: 'Imunify360',
    html: html('One moment, please...', '<h1>Please wait while your request is being verified...</h1>'),
  },
  {
    name: 'Google',
    html: html(
      'https://issuer.test',
      `<p>Our systems have detected unusual traffic from your computer network. ${words(60)}</p>`,
    ),
  },
];

const terms = `<main><h1>Terms of service</h1><p>${words(120)}</p></main>`;
export const realPages: readonly NamedPage[] = [
  {
    name: 'bot statistics of a content network',
    html: html('Terms', `${terms}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`),
  },
  {
    name: 'a footer of a content network',
    html: html('Terms', `${terms}<footer>Performance &amp; security by Cloudflare</footer>`),
  },
  {
    name: 'a captcha in a form',
    html: html(
      'Contact',
      `${terms}<form><div class="g-recaptcha" data-sitekey="x"></div></form><script src="https://www.google.com/recaptcha/api.js"></script>`,
    ),
  },
  { name: 'the word captcha', html: html('Terms', `<p>You may have to solve a captcha. ${words(100)}</p>`) },
  { name: 'tags of DataDome', html: html('Terms', `${terms}<script src="https://js.datadome.co/tags.js"></script>`) },
  {
    name: 'a sensor of HUMAN',
    html: html('Terms', `${terms}<script src="https://client.px-cdn.net/PX1/main.min.js"></script>`),
  },
  {
    name: 'a script of AWS WAF',
    html: html('Terms', `${terms}<script src="https://a.edge.sdk.awswaf.com/challenge.js"></script>`),
  },
  {
    name: 'a resource of Imperva',
    html: html('Terms', `${terms}<script src="/_Incapsula_Resource?SWJIYLWA=719d"></script>`),
  },
  {
    name: 'a Turnstile widget',
    html: html(
      'Contact',
      `${terms}<div class="cf-turnstile"></div><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>`,
    ),
  },
  {
    name: 'a long text about a challenge',
    html: html('How we block bots', `<p>Cloudflare sets window._cf_chl_opt in the page. ${words(320)}</p>`),
  },
  { name: 'a title with other words', html: html('Just a moment: how minting works', terms) },
  {
    name: 'a page that needs scripts for parts',
    html: html('Terms', `<noscript>Enable JavaScript</noscript>${terms}`),
  },
];

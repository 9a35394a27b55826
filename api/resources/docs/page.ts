/** The documentation page. It loads nothing from another host. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Attestry API</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <noscript>This page needs JavaScript. The description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <form id="key" aria-label="Key">
      <label for="key-text">API key, for both interfaces</label>
      <input id="key-text" type="password" autocomplete="off" spellcheck="false" maxlength="200">
      <button type="submit">Use it</button>
      <span role="status"></span>
    </form>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Shows the description with this origin as its only server, so "Try it out" sends requests to no other host. */
export const startScript = `'use strict';
fetch('/openapi.json')
  .then((response) => response.json())
  .then((spec) => {
    for (const item of Object.values(spec.paths)) delete item.servers;
    const ui = SwaggerUIBundle({
      spec: { ...spec, servers: [{ url: location.origin }] },
      dom_id: '#swagger-ui',
      // A link inside of a button, as deep linking makes one, is announced by no reader of a screen.
      deepLinking: false,
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      persistAuthorization: false,
      validatorUrl: null,
    });
    // Swagger UI makes a landmark of its operations alone.
    new MutationObserver((_, self) => {
      const about = document.querySelector('.information-container');
      if (about === null) return;
      about.setAttribute('role', 'region');
      about.setAttribute('aria-label', 'About this API');
      self.disconnect();
    }).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });
    // Interface A takes the key alone and B takes it after "Bearer": one field fills both.
    document.getElementById('key').addEventListener('submit', (event) => {
      event.preventDefault();
      const key = document.getElementById('key-text').value.trim();
      for (const name of Object.keys(spec.components.securitySchemes)) ui.preauthorizeApiKey(name, key);
      document.querySelector('#key [role="status"]').textContent = key === '' ? 'No key is used.' : 'Requests of this page send the key.';
    });
  });
`;

/** The form of the key, and colours of Swagger UI that were too faint to read (WCAG 2.2, 1.4.3). */
export const pageStyle = `
#key { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; max-width: 1460px; margin: 0 auto; padding: 16px 20px; font: 14px sans-serif; color: #191c20; }
#key input { flex: 0 1 280px; min-width: 0; padding: 6px 10px; border: 1px solid #6b7280; border-radius: 4px; font: inherit; }
#key button { padding: 6px 14px; border: 1px solid #1b4f8f; border-radius: 4px; background: #1b4f8f; color: #fff; font: inherit; cursor: pointer; }
.swagger-ui :focus-visible, #key :focus-visible { outline: 2px solid #1b4f8f !important; outline-offset: 2px; }
.swagger-ui .scheme-container { display: none; }
.swagger-ui .info .title small pre, .swagger-ui .info .title small { background: #3b4151; color: #fff; }
.swagger-ui .info .title small.version-stamp { background: #3b5f00; }
.swagger-ui .info a, .swagger-ui .link, .swagger-ui a { color: #1b4f8f; }
.swagger-ui .opblock .opblock-summary-method { text-shadow: none; color: #fff; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1b4f8f; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #19633a; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0d6b5e; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a3271f; }
.swagger-ui .opblock-tag small, .swagger-ui .opblock .opblock-summary-description { color: #3b4151; }
`;

/** Swagger UI sets inline styles from its scripts. No other exception, and no other origin, is allowed. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

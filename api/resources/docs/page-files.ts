/**
 * Shows the description with this origin as its only server, so "Try it out" sends requests to no other host. The first example
 * of each parameter is filled in.
 */
export const startScript = `'use strict';
/** Parameters of which a request takes one: the first stays filled in. */
const exclusive = [['caip19', 'address']];
function withOneOfEach(operation) {
  for (const names of exclusive) {
    const [, ...others] = (operation.parameters ?? []).filter(({ name }) => names.includes(name));
    for (const other of others) {
      delete other.examples;
      if (other.name === 'address') withoutChain(operation);
    }
  }
}
/** The chain belongs to an address. */
function withoutChain(operation) {
  for (const other of operation.parameters) if (other.name === 'chain_slug') delete other.examples;
}
/** Swagger UI has dark colours of its own, by a class of the document; the theme is that of the pages. */
const system = matchMedia('(prefers-color-scheme: dark)');
function takeTheme() {
  const root = document.documentElement;
  root.classList.toggle('dark-mode', (root.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark');
}
takeTheme();
system.addEventListener('change', takeTheme);
/** A page has one main part, that of its frame; the library makes another inside of it. */
const withOneMain = ({ React }) => {
  const inside = (part) => {
    if (Array.isArray(part)) return part.map(inside);
    if (!React.isValidElement(part)) return part;
    const { children, ...rest } = part.props;
    const type = part.type === 'main' ? 'div' : part.type;
    const parts = children === undefined ? [] : [].concat(inside(children));
    return React.createElement(type, { ...rest, key: part.key }, ...parts);
  };
  const framed = (Layout) => class extends Layout { render() { return inside(super.render()); } };
  let layout;
  // The library puts each component into a boundary for errors, whose only child it is.
  const bounded = (Boundary) => class extends Boundary {
    render() {
      const boundary = super.render();
      const { type, props } = boundary.props.children;
      layout ??= framed(type);
      return React.cloneElement(boundary, {}, React.createElement(layout, props));
    }
  };
  return { wrapComponents: { BaseLayout: bounded } };
};
/** Groups that few readers of the page need. */
const behind = ['Operator', 'Service'];
fetch('/openapi.json')
  .then((response) => response.json())
  .then((spec) => {
    for (const item of Object.values(spec.paths)) {
      delete item.servers;
      for (const operation of Object.values(item)) withOneOfEach(operation);
    }
    const ui = SwaggerUIBundle({
      spec: { ...spec, servers: [{ url: location.origin }] },
      dom_id: '#swagger-ui',
      // A link inside of a button, as deep linking makes one, is announced by no reader of a screen.
      deepLinking: false,
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      persistAuthorization: false,
      validatorUrl: null,
      plugins: [withOneMain],
      onComplete: () => behind.forEach((name) => ui.layoutActions.show(['operations-tag', name], false)),
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

/** Fonts and colours of the pages, and colours of Swagger UI that were too faint to read (WCAG 2.2, 1.4.3). */
export const pageStyle = `
html.dark-mode, html.dark-mode .swagger-ui, .swagger-ui { background: var(--paper); color: var(--ink); }
.swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, li, label, table, td, th, button, select, input, .opblock-tag, .opblock-summary-description, .opblock-description-wrapper, .tab li, .response-col_status, .response-col_links) { font-family: var(--sans); }
.swagger-ui .wrapper { max-width: none; padding: 0; }
.swagger-ui .info { margin: 0 0 24px; } .swagger-ui .info hgroup, .swagger-ui .info > div > .link { display: none; }
.swagger-ui .scheme-container { display: none; }
.swagger-ui :focus-visible { outline: 2px solid var(--accent) !important; outline-offset: 2px; }
.swagger-ui :is(.opblock-tag, .opblock-tag small, .opblock .opblock-summary-path, .opblock .opblock-summary-description) { color: var(--ink); }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); }
html .swagger-ui .opblock.opblock { background: var(--surface); border-color: var(--line); box-shadow: none; }
.swagger-ui .opblock .opblock-summary.opblock-summary { border-color: var(--line); }
html .swagger-ui :is(.markdown.markdown, .renderedMarkdown.renderedMarkdown) code { background: var(--sunken); color: var(--ink); font-family: var(--mono); font-size: 0.88em; }
.swagger-ui :is(a, .link), .swagger-ui .info a { color: var(--accent); transition: none; }
html .swagger-ui .opblock.opblock .opblock-summary .opblock-summary-method { text-shadow: none; color: #fff; font-family: var(--mono); }
html .swagger-ui .opblock.opblock-get .opblock-summary .opblock-summary-method { background: #1b4f8f; }
html .swagger-ui .opblock.opblock-post .opblock-summary .opblock-summary-method { background: #19633a; }
html .swagger-ui .opblock.opblock-patch .opblock-summary .opblock-summary-method { background: #0d6b5e; }
html .swagger-ui .opblock.opblock-delete .opblock-summary .opblock-summary-method { background: #a3271f; }
@media (prefers-reduced-motion: reduce) { .swagger-ui, .swagger-ui * { transition: none !important; animation: none !important; } }
`;

import { existsSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const built = /^(?:schemas|infra|pipeline|api|explorer|cli)\/.*\.tsx?$/;

/** Module hook: `<root>/infra/x.ts` is `<root>/dist/infra/x.js`. */
export async function resolve(specifier, context, next) {
  if (!/\.tsx?$/.test(specifier) || context.parentURL === undefined) return next(specifier, context);
  const { href } = new URL(specifier, context.parentURL);
  const path = href.startsWith(root.href) ? href.slice(root.href.length) : '';
  if (!built.test(path)) return next(specifier, context);
  const url = new URL(`dist/${path.replace(/\.tsx?$/, '')}.js`, root);
  if (!existsSync(url)) throw new Error(`${url.pathname} is not there: run npm run build`);
  return { url: url.href, format: 'module', shortCircuit: true };
}

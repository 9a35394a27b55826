/**
 * Redirects a bench's imports of the project's TypeScript to the output of `npm run build`, so that the shipped code is
 * measured, not the output of a development loader.
 */
import { register } from 'node:module';

register('./built-hooks.mjs', import.meta.url);

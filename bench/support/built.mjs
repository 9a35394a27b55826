/**
 * Lets a bench import the project's TypeScript and get what `npm run build` made of it: what is measured is what is
 * shipped, not what a development loader makes of the sources.
 */
import { register } from 'node:module';

register('./built-hooks.mjs', import.meta.url);

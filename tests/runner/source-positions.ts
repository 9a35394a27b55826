/** Positions in compiled modules as those in the sources. A process that maps each stack by itself reads the map of every module. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Text of a process with each `<compiled>/….js:<line>:<column>` replaced by the path of its source from `root`, line and column. A
 * position without a source stays.
 *
 * @param compiled directory of the compiled modules
 */
export function withSourcePositions(text: string, compiled: string, root: string): string {
  const begin = pathToFileURL(compiled).href;
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (path: string): SourceMap | null => {
    const known = maps.get(path);
    if (known !== undefined) return known;
    const read = readMap(`${path}.map`);
    maps.set(path, read);
    return read;
  };
  return text
    .split(/(file:\/\/[^\s()]+\.js:\d+:\d+)/)
    .map((part) => {
      const [, url = '', line = '', column = ''] = /^(file:\/\/.+\.js):(\d+):(\d+)$/.exec(part) ?? [];
      if (!url.startsWith(`${begin}/`)) return part;
      const path = fileURLToPath(url);
      const origin = mapOf(path)?.findOrigin(Number(line), Number(column));
      if (origin === undefined || !('fileName' in origin)) return part;
      return `${relative(root, resolve(dirname(path), origin.fileName))}:${origin.lineNumber}:${origin.columnNumber}`;
    })
    .join('');
}

function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return null;
  }
}

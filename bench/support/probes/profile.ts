import { Session, type Profiler } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const shown = 25;

/** Runs `work` under the sampling profiler and prints the functions with the most self time to stderr. */
export async function profiled<T>(title: string, work: () => Promise<T>): Promise<T> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const result = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  process.stderr.write(`${summary(title, profile)}\n`);
  return result;
}

/** Self time by function, and by file. */
export function summary(title: string, profile: Profiler.Profile): string {
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const byFunction = new Map<string, number>();
  const byFile = new Map<string, number>();
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const time = profile.timeDeltas?.[index] ?? 0;
    const { file, name } = places.get(id) ?? { file: '', name: '' };
    if (name === '(idle)') continue;
    total += time;
    byFunction.set(`${name}  ${file}`, (byFunction.get(`${name}  ${file}`) ?? 0) + time);
    byFile.set(file, (byFile.get(file) ?? 0) + time);
  }
  const lines = (times: ReadonlyMap<string, number>): readonly string[] =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, shown)
      .map(([what, time]) => `  ${((time * 100) / total).toFixed(1).padStart(5)} %  ${what}`);
  const busy = `${(total / 1000).toFixed(0)} ms busy`;
  return [`${title}: self time by function, ${busy}`, ...lines(byFunction), 'by file', ...lines(byFile)].join('\n');
}

function placeOf({ functionName, url, lineNumber }: Profiler.Profile['nodes'][number]['callFrame']) {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const file = path.replace(/^.*\/(?=dist\/|node_modules\/|bench\/)/, '');
  const name = functionName === '' ? `(anonymous ${lineNumber + 1})` : functionName;
  return { file: file === '' ? '(native)' : file, name };
}

/** Import files as fuzzed input: lines of parties, assets, proofs and observations with members and bytes altered. */
import fc from 'fast-check';
import { detect } from '../../../pipeline/changes/detect.ts';
import { describeIssue, type ImportFile, type ImportIssue } from '../../../pipeline/registry/import/issue.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import { planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { type Codec, createCodec } from '../../../schemas/codec.ts';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { inputOf, memoryState } from '../../pipeline/accounts/harness.ts';
import { request } from '../../pipeline/registry/declarations.ts';
import type { FuzzedInput, Verdict } from './input.ts';
import { type Edit, edited, edits } from './edits.ts';
import { observationLines, registryLines } from './import-lines.ts';
import { type JsonEdit, jsonEdits, withEdits } from './json-edits.ts';

interface AlteredFiles {
  readonly kind: 'registry' | 'observations';
  /** Alterations of one line. */
  readonly line: number;
  readonly members: readonly JsonEdit[];
  /** Of the text of the second file, which begins at this line. */
  readonly text: readonly Edit[];
  readonly second: number;
}

const inputs: fc.Arbitrary<AlteredFiles> = fc.record({
  kind: fc.constantFrom('registry' as const, 'observations' as const),
  line: fc.nat({ max: registryLines.length - 1 }),
  members: fc.oneof({ weight: 4, arbitrary: jsonEdits }, { weight: 1, arbitrary: fc.constant([]) }),
  text: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
  second: fc.nat({ max: registryLines.length }),
});

export async function openImportsInput(): Promise<FuzzedInput<AlteredFiles>> {
  const noRegistry = { register: async (): Promise<number> => 1, schemaById: async (): Promise<null> => null };
  const topics = ['registry.parties', 'registry.assets', 'observations'] as const;
  const codec = await createCodec(noRegistry, new Map(topics.map((topic) => [topic, topic])), () => 0);
  return { name: 'imports', inputs, judge: (input) => judge(input, codec) };
}

async function judge(input: AlteredFiles, codec: Pick<Codec, 'encode' | 'decode'>): Promise<Verdict> {
  const files = filesOf(input);
  const plan = planOf(input.kind, files);
  if (canonicalJson(planOf(input.kind, files)) !== canonicalJson(plan)) {
    return { outcome: 'differs', problem: 'two checks differ' };
  }
  if (!plan.ok) return { outcome: 'refused', problem: issueProblem(plan.issues, files) };
  const lines = files
    .flatMap(({ text }) => text.replace(/^\ufeff/, '').split('\n'))
    .filter((line) => line.trim() !== '');
  if (plan.records.length !== lines.length && input.kind === 'registry') {
    return { outcome: 'half', problem: `${lines.length} lines became ${plan.records.length} records` };
  }
  return {
    outcome: 'accepted',
    problem: plan.records.map((one) => recordProblem(one, codec)).find((one) => one !== null) ?? null,
  };
}

function filesOf({ kind, line, members, text, second }: AlteredFiles): readonly ImportFile[] {
  const base = kind === 'registry' ? registryLines : observationLines;
  const lines = base.map((one, index) =>
    index === line % base.length ? JSON.stringify(withEdits(one, members)) : JSON.stringify(one),
  );
  const [head, tail] = [lines.slice(0, second), lines.slice(second)].map((part) => part.join('\n'));
  return [
    { name: 'a.ndjson', text: head ?? '' },
    { name: 'b.ndjson', text: edited(Buffer.from(tail ?? ''), text).toString('utf8') },
  ];
}

type Plan =
  | { readonly ok: true; readonly records: readonly Output[] }
  | { readonly ok: false; readonly issues: readonly ImportIssue[] };

function planOf(kind: AlteredFiles['kind'], files: readonly ImportFile[]): Plan {
  const whole = request([], { files });
  return kind === 'registry'
    ? planImport(whole)
    : planObservations({ files, assetOf: (assetId) => assets().get(assetId), now: whole.now });
}

let declared: ReadonlyMap<string, RegistryAsset> | undefined;

/** The assets of the valid lines. */
function assets(): ReadonlyMap<string, RegistryAsset> {
  const plan = planImport(request(registryLines));
  if (!plan.ok) throw new Error(plan.issues.map(describeIssue).join('\n'));
  declared ??= new Map(
    plan.records.flatMap((output) =>
      output.topic === 'registry.assets' ? [[output.value.assetId, output.value] as const] : [],
    ),
  );
  return declared;
}

function issueProblem(issues: readonly ImportIssue[], files: readonly ImportFile[]): string | null {
  if (issues.length === 0) return 'refused without a reason';
  for (const issue of issues) {
    const lines = files.find(({ name }) => name === issue.file)?.text.split('\n').length;
    if (lines === undefined || issue.line < 1 || issue.line > lines) return `no such place: ${describeIssue(issue)}`;
    if (issue.reason.trim() === '') return `no reason: ${describeIssue(issue)}`;
    // A whole line is at fault only if it cannot be read, or is not an object.
    const isWholeLine = /^is (?:not valid JSON|not a JSON object|longer than)|as-of|^(?:has a member|must|lacks)/.test(
      issue.reason,
    );
    if (issue.path === '' && !isWholeLine) return `no member: ${describeIssue(issue)}`;
  }
  return null;
}

/** What is accepted can be written, read and folded. */
function recordProblem({ topic, value, timestamp }: Output, codec: Pick<Codec, 'encode' | 'decode'>): string | null {
  const read = codec.decode(topic, codec.encode(topic, value));
  if (canonicalJson(read) !== canonicalJson(value)) return `${topic} is not read as it was written`;
  if (topic !== 'observations') return null;
  const result = detect(memoryState(), inputOf('observations', value, { offset: 0, timestamp }));
  return result.kind === 'park' ? `detect parks it: ${result.reason}` : null;
}

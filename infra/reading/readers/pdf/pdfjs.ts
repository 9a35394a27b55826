import type * as PdfJs from 'pdfjs-dist';
import { NotReadable } from '../not-readable.ts';

type Library = typeof PdfJs;

// oxlint-disable-next-line typescript/no-extraneous-class -- it stands for classes of a browser that are never used
class Nothing {}

let loaded: Promise<Library> | null = null;

/** The PDF library, without a canvas: nothing is drawn, so empty classes stand in for what it expects of a browser. */
export const pdfjs = (): Promise<Library> => (loaded ??= load());

async function load(): Promise<Library> {
  Object.assign(globalThis, { DOMMatrix: Nothing, Path2D: Nothing, ImageData: Nothing });
  // The library would load a native canvas if one is installed: foreign bytes must not reach native code.
  const builtin = process.getBuiltinModule.bind(process);
  process.getBuiltinModule = (name: string) => {
    if (name === 'module') throw new Error('no modules are loaded here');
    return builtin(name);
  };
  const putBack = keepBuiltIns();
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const library = (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as Library;
  putBack();
  return library;
}

/**
 * The library brings core-js, which replaces built-in functions of the whole process by its own for quirks of engines that
 * no code here depends on: `JSON.stringify` and `Array.prototype.push` then take many times as long. What core-js adds stays.
 *
 * @returns puts functions back that were replaced since
 */
function keepBuiltIns(): () => void {
  const kept = [Array.prototype, Function.prototype, JSON].flatMap((owner) =>
    Object.entries(Object.getOwnPropertyDescriptors(owner)).map(([name, property]) => ({ owner, name, property })),
  );
  return () => {
    // V8 stops optimising iteration once a property of the prototype of arrays is defined again, so equal ones are left alone.
    for (const { owner, name, property } of kept) {
      const now: unknown = Object.getOwnPropertyDescriptor(owner, name)?.value;
      if (now !== property.value) Object.defineProperty(owner, name, property);
    }
  };
}

/** Opens a document. Throws NotReadable for one with a password, and what the library throws for a damaged one. */
export async function openPdf(bytes: Buffer): Promise<PdfJs.PDFDocumentProxy> {
  const { getDocument } = await pdfjs();
  const task = getDocument({
    // A copy: the library takes the buffer over.
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    disableFontFace: true,
    fontExtraProperties: true,
    useSystemFonts: false,
    enableXfa: false,
    // Pictures are not decoded: none has more than one pixel that matters.
    maxImageSize: 1,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    verbosity: 0,
  });
  try {
    return await task.promise;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new NotReadable('the document is encrypted with a password');
    }
    throw error;
  }
}

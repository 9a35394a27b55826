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
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as Library;
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

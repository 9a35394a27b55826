/** The half of the library that parses; it registers itself. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';

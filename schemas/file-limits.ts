/**
 * What readers of files accept: bytes and records, and what one record may have. Every known file stays far below. A file
 * beyond a limit is refused as a whole, before more of it is held in memory. Files that the command line names are also
 * limited by `infra/disk/bounded-file.ts`, answers of servers by `infra/fetch`, documents by `infra/reading`.
 */
export const fileLimits = {
  /** Bytes of a file that is read as a whole. Larger ones are read piece by piece (`large`). */
  bytes: 256 * 1024 ** 2,
  register: {
    rows: 250_000,
    /** Rows, and lines that repeat the header. */
    records: 500_000,
    /** Length of a record, UTF-16 code units. */
    record: 4_194_304,
    /** Length of a cell, UTF-16 code units. */
    cell: 65_536,
    cellsInLine: 1_000,
    /** Cells of all records. */
    cells: 16_000_000,
    /** Lines of blank cells whose number is not that of the header: csv-parse makes an error of each, some 15 µs. */
    irregularBlanks: 10_000,
  },
  listCsv: {
    records: 200_000,
    /** The longest published statement of reasons has a few thousand characters. */
    record: 262_144,
    cellsInLine: 1_000,
    cells: 16_000_000,
  },
  xml: {
    records: 250_000,
    /** Length of a record. */
    record: 8_388_608,
    /** Elements of a record. */
    recordElements: 20_000,
    /** Deepest nesting of elements. */
    depth: 64,
    /** Length of a text or an attribute in UTF-16 code units. A tag or a comment may be somewhat longer. */
    text: 262_144,
    /** Attributes of an element. */
    attributes: 256,
    /** Entity and character references in a text or a tag. */
    references: 20_000,
  },
  /** A JSON list of addresses. The largest that was seen has 600. */
  addressList: {
    parts: 200_000,
    depth: 8,
    /** Length of an address. Monero's integrated addresses have 106 characters. */
    address: 256,
  },
  /** A list of the files that a source has now; it has some hundred kilobytes. */
  fileList: { bytes: 8 * 1024 ** 2, files: 1_000 },
  /** A file that is larger than memory, read record by record. */
  large: {
    /** Bytes as published. */
    packed: 4 * 1024 ** 3,
    /** Bytes of the content: several times the golden copy of all LEI records. */
    content: 64 * 1024 ** 3,
    /** Ratio of the content to the packed file. The golden copies have about 40. */
    ratio: 100,
    /** Contents below this size may have any ratio: a few bytes compress well. */
    anyRatioBytes: 1024 ** 2,
    /** The golden copy of reporting exceptions has some five million. */
    records: 20_000_000,
    /** Rows of requested records. */
    rows: 250_000,
    /** Bytes of a record. A real one has about four thousand. */
    record: 256 * 1024,
    /** Values of a JSON record. A real one has some hundred. */
    jsonParts: 50_000,
    /** Deepest nesting of elements or objects. */
    depth: 64,
  },
  /** A reading of a chain: some 25,000 controlled accounts of two providers. */
  cassette: {
    /** Bytes of the inflated text. */
    bytes: 512 * 1024 ** 2,
    exchanges: 1_000_000,
    /** Values of a line: as much as an answer of a node may have, with its request. */
    lineParts: 1_200_000,
    depth: 80,
  },
  /** NDJSON of an operator: assets, parties, proofs, observations, sources. */
  imported: {
    lines: 500_000,
    /** UTF-8 bytes of a line. Records of several lines' content must fit into the largest record of Kafka, 8 MiB. */
    line: 2 ** 20,
    /** Nesting of a member. */
    depth: 32,
    /** Lines with a problem, after which the rest is not read. */
    problems: 10_000,
  },
  /** Pairs of names, NDJSON or CSV with a header. */
  namePairs: { records: 500_000, record: 65_536 },
  /** An evidence bundle: values of its JSON, and nesting. Artifacts are texts in it. */
  bundle: { parts: 4_000_000, depth: 100 },
} as const;

/** What to do about a file that is beyond a limit. */
export const isItTheFile = 'Check that this is the file that the source publishes.';

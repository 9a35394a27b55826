import { meaningsOf } from './meanings-of.ts';

/** Vocabularies of captures, files, list entries and register rows. */
export const meaningsOfSources = meaningsOf({
  fetchOutcome: {
    about: 'How a fetch of a source ended.',
    terms: {
      ok: 'The source returned the requested document.',
      not_modified: 'The document is the same as before.',
      moved: 'The document is at another host.',
      redirected_same_host: 'The document is at another address of the same host.',
      gone: 'The source states that the document does not exist, or no longer exists.',
      http_error: 'The source answered with another HTTP error.',
      net_error: 'No response: the host, the connection or its encryption failed.',
      anti_bot: 'The source returned a challenge for browsers instead of the document.',
      wall: 'The source returns a notice in place of the document: consent, region, maintenance, verification.',
      robots: 'The robots.txt of the source forbids the fetch.',
      invalid_url: 'The address cannot be fetched.',
      wrong_type: 'The source returned another kind of file.',
      empty: 'The source returned nothing, or a page without text.',
      suspect_truncation: 'The document appears to be cut off.',
      rewritten: 'The text is a different one: most of the earlier one is missing.',
    },
  },
  parseStatus: {
    about: 'How far the bytes were understood.',
    terms: {
      ok: 'They were read in full.',
      partial: 'A part of them was read.',
      failed: 'They could not be read.',
    },
  },
  documentClass: {
    about: 'The kind of a document, by its bytes.',
    terms: {
      ixbrl_esma: 'A white paper in Inline XBRL with ESMA’s taxonomy.',
      ixbrl_other: 'Inline XBRL with another taxonomy.',
      xhtml: 'XHTML without XBRL.',
      html: 'An HTML page.',
      pdf: 'A PDF.',
      zip: 'A ZIP archive.',
      json: 'JSON.',
      text: 'Plain text.',
      other: 'Anything else.',
    },
  },
  sourceKind: {
    about: 'What a declared source is.',
    terms: {
      whitepaper: 'The white paper.',
      terms: 'The terms and conditions.',
      report: 'Reports about the reserve.',
      page: 'Another page of the issuer.',
    },
  },
  captureKind: {
    about: 'How the files of a feed were obtained.',
    terms: {
      fetched: 'The program fetched them.',
      imported: 'An operator imported them.',
      not_modified: 'The source answered that they are the same as before.',
    },
  },
  documentObtained: {
    about: 'How a capture of a document was obtained.',
    terms: {
      fetched: 'The program fetched it.',
      imported: 'An operator imported it.',
      not_modified: 'The source answered that it is the same as before.',
      reread: 'Stored bytes were read again by another version of the reader.',
    },
  },
  readingEnded: {
    about: 'How far the text of a document was read.',
    terms: {
      whole: 'It was read in full.',
      partly: 'A part of it was read.',
      failed: 'Nothing was read.',
    },
  },
  runStatus: {
    about: 'What became of a capture of a feed.',
    terms: {
      accepted: 'It passed the gates, and its differences are applied.',
      rejected: 'A gate refused it: the last accepted snapshot remains.',
      unchanged: 'It has the content of the last accepted snapshot.',
    },
  },
  entryStatus: {
    about: 'Whether an entry is on its sanctions list.',
    terms: { listed: 'The newest snapshot has it.', removed: 'The newest snapshot no longer has it.' },
  },
  entityType: {
    about: 'What an entry of a sanctions list names.',
    terms: {
      person: 'A natural person.',
      organisation: 'A company, authority or group.',
      vessel: 'A ship.',
      aircraft: 'An aircraft.',
      unknown: 'The list does not state it.',
    },
  },
  listedNameKind: {
    about: 'What a name of a list entry is.',
    terms: {
      primary: 'The name under which the list has the entry.',
      alias: 'Another name in use.',
      previous: 'An earlier name.',
    },
  },
  listedIdentifierKind: {
    about: 'What an identifier of a list entry is.',
    terms: {
      lei: 'A Legal Entity Identifier, ISO 17442.',
      isin: 'A security, ISO 6166.',
      registration: 'A number in a register of companies.',
      tax: 'A tax number.',
      bic: 'A Business Identifier Code, ISO 9362.',
      imo: 'A number of the International Maritime Organization.',
      code: 'A code that several organisations may share, such as KPP; it matches nothing.',
      issuer_name: 'The name of an issuer of securities.',
      equity_ticker: 'The ticker of a share.',
      website: 'A website.',
    },
  },
  listedRelation: {
    about: 'How a list relates a party to an entry.',
    terms: {
      parent: 'The party is a parent of the entry.',
      subsidiary: 'The party is a subsidiary of the entry.',
      owner: 'The party owns or controls the entry.',
      linked: 'The list names a link of another kind.',
    },
  },
  rowStatus: {
    about: 'The state of a register row.',
    terms: {
      listed: 'The newest file has it.',
      missing: 'The newest file lacks it; it counts as removed only if later files lack it, too.',
      held: 'It may be another row under a new key: the next file decides.',
      removed: 'Several files lack it.',
    },
  },
  rowEvent: {
    about: 'What a file did to a register row.',
    terms: {
      added: 'The file has the row for the first time.',
      changed: 'Its content differs.',
      corrected: 'Its identifier was corrected.',
      editorial: 'It differs in columns that the feed defines as editorial.',
      missing: 'The file lacks it.',
      held: 'It may be another row under a new key.',
      released: 'It is no longer held: it continues another row, or is a separate one.',
      removed: 'It counts as removed from this file on.',
      restored: 'The file has it again.',
    },
  },
  matchLevel: {
    about: 'The evidence of a sanctions match.',
    terms: {
      L1: 'A wallet or an identifier is equal.',
      L2: 'A legal name is equal, and a country or a date, too.',
      L3: 'A name or the bytes of a key are equal.',
      L4: 'A name is similar.',
      L5: 'A wallet or an identifier of a linked party is equal.',
    },
  },
});

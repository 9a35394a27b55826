import { meaningsOf } from './meanings-of.ts';

/** Vocabularies of the API: keys, watches, search, webhooks and errors. */
export const meaningsOfReaders = meaningsOf({
  scope: {
    about: 'What an API key may do.',
    terms: {
      'monitoring:read': 'Read the watchlist, what is known of its tokens, notifications, requests and webhooks.',
      'watchlist:write': 'Change the watchlist, marks of what was seen or read, requests and webhooks.',
      operator: 'Change the registry by HTTP, and sign in to the pages of the operator.',
    },
  },
  watchState: {
    about: 'The state of a watched token.',
    terms: {
      gathering: 'The intake checks whether it can be observed.',
      ready: 'It is monitored.',
      unresolved: 'It cannot be monitored; the reason names why.',
      removed: 'It is no longer on the watchlist.',
    },
  },
  intakeStatus: {
    about: 'How far the intake of a watched token is.',
    terms: {
      queued: 'It waits.',
      resolving: 'The token has no record yet.',
      fetching: 'Its chain has not answered yet.',
      indexing: 'Its chain has answered; the intake has not decided yet.',
    },
  },
  stateReason: {
    about: 'Why a watched token is unresolved.',
    terms: {
      unsupported_chain: 'This installation does not read its chain, and no authority or issuer of it is declared.',
      contract_not_found: 'Its chain has no token at the address.',
      no_sources: 'It has no source.',
      source_unreachable: 'Its sources cannot be read.',
      duplicate_asset: 'Another asset has the same address.',
      internal: 'Another reason.',
    },
  },
  intakeGap: {
    about: 'What is not read of a token that is monitored in part.',
    terms: {
      chain_not_observed: 'Its chain is not observed.',
      chain_unreadable: 'Its chain could not be read.',
      no_sources: 'It declares no document.',
      no_issuer: 'It names no issuer, so nothing is screened or compared with registers.',
    },
  },
  searchReading: {
    about: 'How a search understands its text.',
    terms: {
      caip19: 'A token on a chain, CAIP-19.',
      address: 'An address on a chain.',
      lei: 'A Legal Entity Identifier.',
      dti: 'A Digital Token Identifier.',
      ffg: 'An identifier of a functionally fungible group.',
      isin: 'An ISIN.',
      did: 'A unique identifier of this registry, a ULID.',
      uuid: 'A UUID of this registry.',
      slug: 'The readable identifier of a token.',
      words: 'Words of a name, symbol, issuer or chain.',
    },
  },
  searchMatch: {
    about: 'Why a search found a token, the closest first.',
    terms: {
      identifier: 'An identifier is equal.',
      symbol: 'The symbol is equal.',
      name: 'The name is equal.',
      symbol_prefix: 'The symbol begins with the text.',
      name_words: 'Each word begins a word of the name.',
      issuer_words: 'Each word begins a word of a name of the issuer.',
      all_words: 'Each word begins a word of symbol, name or issuer, or the text names the chain alone.',
    },
  },
  searchWarning: {
    about: 'What to check before a found token is taken for the one meant.',
    terms: {
      other_issuer_same_symbol: 'Another issuer has a token with the same symbol.',
      mixed_scripts: 'Name or symbol mixes letters of several scripts, which can imitate another one.',
    },
  },
  watchOutcome: {
    about: 'What became of an entry of a batch of tokens to watch.',
    terms: {
      added: 'The token is on the watchlist now.',
      already: 'The token was on the watchlist before.',
      ambiguous: 'Several tokens match; the candidates are named.',
      not_verified: 'The token is registered and not public.',
      not_registered: 'The identifier is well formed, and no token of the registry has it.',
      over_limit: 'The watchlist, or the batch, has no place left.',
      malformed: 'The entry is not understood, or its words find no token.',
    },
  },
  requestState: {
    about: 'The state of a request for a token that is not public.',
    terms: {
      open: 'The operator has not decided it.',
      registered: 'The token is public now.',
      declined: 'The operator declined it and stated a reason.',
      withdrawn: 'The key holder withdrew it.',
    },
  },
  webhookState: {
    about: 'The state of a webhook.',
    terms: {
      enabled: 'Events are sent.',
      disabled: 'No events are sent.',
      removed: 'It was deleted.',
    },
  },
  webhookReason: {
    about: 'Why a webhook is disabled.',
    terms: {
      gone: 'The endpoint answered that it no longer exists.',
      failing: 'Deliveries failed for too long.',
      stopped: 'Its owner disabled it.',
    },
  },
  webhookEvent: {
    about: 'What a webhook sends.',
    terms: {
      'notification.created': 'A new notification.',
      'change.created': 'A new change.',
      'change.revised': 'A new revision of a change.',
      'webhook.test': 'A test that its owner requested.',
    },
  },
  deliveryOutcome: {
    about: 'The result of a delivery.',
    terms: {
      delivered: 'The endpoint accepted it.',
      failed: 'The endpoint did not accept it; it is sent again.',
      given_up: 'It failed too often and is not sent again.',
    },
  },
  errorCode: {
    about: 'Why the API refused or failed.',
    terms: {
      invalid_parameter: 'A parameter or the body is not valid.',
      api_key_invalid: 'The key is missing, unknown, expired or revoked.',
      api_key_scope_missing: 'The key lacks the scope of the route.',
      not_found: 'There is no such resource, or the key may not see it.',
      method_not_allowed: 'The path exists with another method.',
      watchlist_limit_reached: 'The watchlist is full.',
      ambiguous_asset: 'Several tokens match; name one exactly.',
      already_public: 'The token that is asked for is public already.',
      limit_reached: 'A limit of the tenant is reached.',
      payload_too_large: 'The body is too large.',
      uri_too_long: 'The address is too long.',
      unsupported_media_type: 'The body has another type than JSON.',
      rate_limited: 'Too many requests; `Retry-After` states when to try again.',
      internal_error: 'A fault of the service.',
      upstream_unavailable: 'A part of the service does not answer now; try again.',
    },
  },
});

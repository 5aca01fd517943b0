import type { Assumption } from './assumption.ts'

/**
 * Assumptions about statuses, errors, lists, addresses and tokens, which the documents of both interfaces leave open.
 */
export const interfaces = {
  'server-address': {
    assumes:
      'The paths of the partner interface follow its server address as they are listed, beginning with `/partner/v2`.',
    why: 'How the server address and the listed paths combine is not shown.',
  },
  'error-body': {
    assumes:
      'An error of the partner interface has a JSON body with `error` (a code for programs) and `message` (a sentence); a wrong request is 400.',
    why: 'Bodies and codes of errors are not shown; a client must manage without them, and does.',
  },
  'unprocessable-bodies': {
    assumes:
      'A request that is well formed but cannot be carried out (an unknown template, a time that is taken) is refused with 422.',
    why: 'The document declares 400 and 422 for webhook creation without saying when; 422 is the usual meaning.',
  },
  'created-status': {
    assumes: 'A POST that creates a record answers 201.',
    why: 'The document states 201 for webhook creation and nothing for the others; a client takes any 2xx.',
  },
  'list-pages': {
    assumes:
      'Every list of the partner interface but those of `whole-lists` has the shape and the page parameters of the webhook list: `items`, `nextCursor`, `cursor`, `limit` (1 to 1000, 20 by default).',
    why: 'The document says that lists are paginated by cursor and shows the wrapper for webhooks alone.',
  },
  'whole-lists': {
    assumes:
      'The event types of webhooks, and the attributes and elements of a template, come whole: `items` without `nextCursor`, and no page parameters.',
    why: 'Lists are said to be paginated unless stated, but these are short parts of one record or of the service itself, and a client that reads `items` alone reads them either way.',
  },
  'list-filters': {
    assumes:
      'Filters are query parameters with the name of the field (`patientId`, `practitionerId`, `status`, `name`, `email`, `appointmentTypeId`, `isStaffOnly`), a date range is `from` and `to` (YYYY-MM-DD, both included, in the time zone of the location), and a location filter is the location of the path.',
    why: 'The document names what can be filtered, not the parameters.',
  },
  'url-answers': {
    assumes:
      'An operation that returns an address answers with an object whose `url` holds it; a signed address adds `expiresAt`.',
    why: 'Only the purpose is stated; an object leaves room for the expiry.',
  },
  'path-identifiers': {
    assumes:
      'An identifier of a path of the partner interface is an integer or a string; it is sent back as it came.',
    why: 'Only the type of `accountId` is stated; a client that takes both cannot be wrong.',
  },
  'deleted-status': {
    assumes: 'A DELETE of the partner interface answers 204 without a body.',
    why: 'The answer is not shown; a client takes any 2xx and whatever body comes.',
  },
  'token-refusal': {
    assumes: 'Wrong client credentials are refused with 401 and the error code `invalid_client`.',
    why: 'Errors of the token requests are not shown; this is what OAuth 2.0 says.',
  },
  'empty-fields': {
    assumes:
      'A field that is stated and not called optional is in every answer: where a patient has no e-mail address, phone, date of birth or gender, or a webhook endpoint no name, it is an empty text, and an address that is not known is one of empty texts. The date of a webhook delivery that never was is null.',
    why: 'The documents name the fields that are optional and those that may be null; what the others hold when there is nothing to tell is not shown.',
  },
  'developer-token-answer': {
    assumes: 'The developer token request answers with the same fields as the partner one.',
    why: 'Response fields and lifetime are not shown; both follow OAuth 2.0.',
  },
  'developer-unauthorized': {
    assumes:
      'A missing, wrong or expired token on the developer interface is refused with status 401 and an envelope whose `success` is false.',
    why: 'Failures are expected with status 200, but codes beyond the envelope are not shown; a gateway that checks tokens answers 401, and a client must take either.',
  },
} as const satisfies Record<string, Assumption>

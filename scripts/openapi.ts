import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { assumptions } from '../src/contract/assumptions.ts'
import { auth } from '../src/contract/auth.ts'
import { envelope, failureEnvelope } from '../src/contract/developer-v1.ts'
import { contract } from '../src/contract/index.ts'
import { assumed } from '../src/contract/mark.ts'
import { listOperations, type Operation } from '../src/contract/operation.ts'
import { errorBody } from '../src/contract/partner-v2/error-body.ts'
import {
  webhookEvent,
  webhookEventTypes,
  webhookHeaders,
} from '../src/contract/partner-v2/webhook-event.ts'
import { assumptionsOf } from '../src/contract/source.ts'
import { strictOf } from '../src/contract/strict.ts'

export type DocumentedInterface = 'partner' | 'developer'

/** Builds the OpenAPI 3.1 document of an interface, with its token request, from the contract alone. */
export function openApiDocument(name: DocumentedInterface): object {
  const { tokenServers, servers, tags, ...info } = interfaces[name]
  const token = auth[`${name}Token`]
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      ...info,
      description: `${info.description}\n\n${aboutSources}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers,
    tags: Object.entries(tags).map(([tag, description]) => ({ name: tag, description })),
    paths: {
      [token.path]: { servers: tokenServers, post: operationObject(token) },
      ...pathsOf(listOperations(contract[name])),
    },
    ...(name === 'partner' && { webhooks: deliveries }),
    components: { securitySchemes: securitySchemes[name] },
  })
  return JSON.parse(JSON.stringify(document, translate)) as object
}

const aboutSources =
  "`x-foyer-source` says whether the service's own document states something (`stated`) or leaves it " +
  'open (`assumed`, with the name of the assumption). A schema without it has the source of what it ' +
  'stands in, and is stated where nothing around it says more. Methods and paths are always stated.'

function pathsOf(operations: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as Lowercase<Operation['method']>
    paths[operation.path] = { ...paths[operation.path], [method]: operationObject(operation) }
  }
  return paths
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { id, section, summary, params, query, body, bodyType } = operation
  const header = headersOf(operation)
  const names = assumptionsOf(operation)
  const content = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary,
    description: [
      `See "${section}" in the document of the interface.`,
      ...names.map((name) => `- Assumed: ${assumptions[name][0]}`),
    ].join('\n'),
    security: securityOf(operation),
    requestParams: {
      ...(params && { path: strictOf(params) }),
      ...(query && { query: strictOf(query) }),
      ...(header && { header }),
    },
    ...(body && {
      requestBody: { required: true, content: { [content]: { schema: strictOf(body) } } },
    }),
    responses: responsesOf(operation),
    'x-foyer-source': names.length > 0 ? 'assumed' : 'stated',
    ...(names.length > 0 && { 'x-foyer-assumptions': names }),
  }
}

function tagOf({ id, interface: of, section }: Operation): string {
  if (of !== 'developer') return section
  // The developer document has one section for all its operations: their place in the tree says more.
  const words = (id.split('.')[1] ?? '').replaceAll(
    /[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const wholeFormats: readonly unknown[] = ['date', 'date-time', 'uuid']

/** Also drops what says nothing: bounds of what a number can hold, patterns beside their format. */
function translate(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { assumption, ...rest } = value as Readonly<Record<string, unknown>>
  // A property that happens to have the name of a mark holds a schema, not a mark.
  if (typeof assumption === 'object') return value
  const mark = assumption !== undefined && {
    'x-foyer-source': 'assumed',
    'x-foyer-assumption': assumption,
  }
  const bounds = Object.entries(rest).filter(
    ([name, bound]) =>
      !(name === 'minimum' && bound === Number.MIN_SAFE_INTEGER) &&
      !(name === 'maximum' && bound === Number.MAX_SAFE_INTEGER) &&
      !(name === 'pattern' && wholeFormats.includes(rest['format'])),
  )
  return { ...Object.fromEntries(bounds), ...mark }
}

/** The hosts of a service are not stated: the variable names that of an environment. */
const servers = (description: string, host: string) => [
  {
    url: 'https://{host}',
    description,
    variables: { host: { default: host, description: 'Host of the environment.' } },
  },
  {
    url: 'http://127.0.0.1:{port}',
    description: "Foyer's sandbox of the service, on this machine.",
    variables: { port: { default: '4010', description: 'Port of the sandbox.' } },
  },
]

const interfaces = {
  partner: {
    title: 'Intake service: partner interface',
    version: '2.0',
    description:
      'Scheduling, forms, billing, labs, health profile, identity proof, CRM and webhooks of the accounts that have granted an integrator access. Lists are paged by cursor.',
    servers: servers('The partner interface.', 'partner.intake.invalid'),
    tokenServers: servers('Where partner tokens are issued.', 'partner-auth.intake.invalid'),
    tags: {
      Authentication: 'Access tokens.',
      'Appointment types': 'Kinds of visits that can be scheduled.',
      Appointments: 'Visits of patients with practitioners at a location.',
      'CRM status groups': 'Pipelines that a patient can move through, and their stages.',
      Categories: 'Service categories of an account.',
      'Form template groups and form templates': 'Designs of forms, alone and in groups.',
      'Form packets': 'Forms that a patient completes together.',
      'Identity proof': 'Proof of who holds a phone or an e-mail address.',
      Invoices: 'Itemized statements of what a patient owes.',
      Labs: 'Lab orders and their results.',
      'Patients and health profile':
        'Patients, their categories, allergies, medications, problems.',
      'Remote care conversion': 'Records that follow a patient into remote care.',
      Webhooks: 'Addresses that events are delivered to.',
    },
  },
  developer: {
    title: 'Intake service: developer interface',
    version: '1',
    description:
      'Locations, patients, patient tags, form templates and form template groups of one account. Every answer is an envelope with status 200.',
    servers: servers('The developer interface.', 'developer.intake.invalid'),
    tokenServers: servers('Where developer tokens are issued.', 'developer-auth.intake.invalid'),
    tags: {
      Authentication: 'Access tokens.',
      Locations: 'Practice sites of the account.',
      'State provinces': 'States and provinces that an address can lie in.',
      Patients: 'Patients and their tags.',
      'Form templates': 'Designs of forms.',
      'Form template groups': 'Form templates that are completed together.',
    },
  },
} as const

const json = (schema: z.ZodType) => ({ 'application/json': { schema: strictOf(schema) } })

const assumption = 'webhook-deliveries'
const header = assumed(z.string(), assumption)

const deliveries: ZodOpenApiPathsObject = {
  event: {
    post: {
      operationId: 'webhook.event',
      tags: ['Webhooks'],
      summary: 'An event, sent to every endpoint that subscribed to its type.',
      description: [
        'See "Events" in the document of the interface.',
        ...Object.entries(webhookEventTypes).map(([type, tells]) => `- \`${type}\`: ${tells}`),
        `- Assumed: ${assumptions[assumption][0]}`,
      ].join('\n'),
      security: [],
      requestParams: {
        header: z.object({
          [webhookHeaders.token]: z.string().optional(),
          [webhookHeaders.id]: header,
          [webhookHeaders.timestamp]: header,
          [webhookHeaders.signature]: header,
        }),
      },
      requestBody: { required: true, content: json(webhookEvent) },
      responses: {
        '2XX': { description: 'It was taken.' },
        '4XX': { description: 'It was not taken, and is sent again later.' },
      },
      'x-foyer-source': 'assumed',
      'x-foyer-assumptions': [assumption],
    },
  },
}

const flow = (tokenUrl: string) => ({ clientCredentials: { tokenUrl, scopes: {} } })

const securitySchemes = {
  partner: {
    PartnerOAuth: {
      type: 'oauth2',
      description: 'Client credentials, sent as form fields; the token is a JWT that lives 3600 s.',
      flows: flow('https://partner-auth.intake.invalid/oauth/token'),
    },
    PartnerApiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description:
        'Sent together with PartnerOAuth, never instead of it; named for the webhook list.',
    },
  },
  developer: {
    DeveloperOAuth: {
      type: 'oauth2',
      description: 'Client credentials, sent as Basic authentication.',
      flows: flow('https://developer-auth.intake.invalid/oauth2/token'),
    },
    DeveloperCredentials: {
      type: 'http',
      scheme: 'basic',
      description: 'Client id and client secret, for the token request alone.',
    },
  },
} as const

/** The credentials that an operation takes; those of one object go together. */
function securityOf({ id, interface: of, headers }: Operation) {
  if (id === 'auth.partnerToken') return []
  if (id === 'auth.developerToken') return [{ DeveloperCredentials: [] }]
  if (of === 'developer') return [{ DeveloperOAuth: [] }]
  const withKey = headers !== undefined && apiKey in headers.shape
  return [{ PartnerOAuth: [], ...(withKey && { PartnerApiKey: [] }) }]
}

const apiKey = 'x-api-key'

function headersOf({ headers }: Operation): z.ZodObject | undefined {
  const own = Object.entries(headers?.shape ?? {}).filter(
    ([name]) => name !== apiKey && name !== 'authorization',
  )
  return own.length === 0 ? undefined : z.strictObject(Object.fromEntries(own))
}

const error = (id: string, description: string): ZodOpenApiResponseObject => ({
  id,
  description,
  content: json(errorBody),
})

const partnerErrors = {
  400: error('BadRequest', 'The request is not what the operation takes.'),
  401: error('Unauthorized', 'The access token is invalid, expired or missing.'),
  403: error('Forbidden', 'No access to the requested account or location.'),
  404: error('NotFound', 'It does not exist, or not in this account.'),
  422: error('Unprocessable', 'Well formed, but it cannot be carried out.'),
}

const noGrant = error('NoGrant', 'No account has granted access to the integration.')

const tokenErrors = {
  400: error('InvalidRequest', 'The request is not a token request.'),
  401: error('InvalidClient', 'The client credentials are wrong.'),
}

const developerUnauthorized: ZodOpenApiResponseObject = {
  id: 'Unauthorized',
  description: 'The access token is invalid, expired or missing.',
  content: json(assumed(failureEnvelope, 'developer-unauthorized')),
}

function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { interface: of, answer, status } = operation
  if (of === 'developer') {
    const description = 'The result, or an envelope whose `success` is false and that says why.'
    return { 200: { description, content: json(envelope(answer)) }, 401: developerUnauthorized }
  }
  const success =
    status === 204
      ? { description: 'Done.' }
      : { description: 'The result.', content: json(answer) }
  const errors = of === 'auth' ? tokenErrors : partnerErrorsOf(operation)
  return { [`${status}`]: success, ...errors }
}

function partnerErrorsOf({ params, errors = [], assumes }: Operation) {
  const names = Object.keys(params?.shape ?? {})
  const found = new Set([400, 401, 403, ...errors])
  if (names.some((name) => name !== 'accountId' && name !== 'locationId')) found.add(404)
  if (assumes?.includes('unprocessable-bodies')) found.add(422)
  const all = { ...partnerErrors, ...(!names.includes('accountId') && { 403: noGrant }) }
  return Object.fromEntries(Object.entries(all).filter(([status]) => found.has(Number(status))))
}

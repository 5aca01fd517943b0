import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { assumptions } from '../assumptions.ts'
import { assumed } from '../mark.ts'
import { strictOf } from '../strict.ts'
import { webhookEvent, webhookEventTypes, webhookHeaders } from '../partner-v2/webhook-event.ts'

const assumption = 'webhook-deliveries'
const header = assumed(z.string(), assumption)

/** Requests that the service sends to webhook endpoints. */
export const deliveries: ZodOpenApiPathsObject = {
  event: {
    post: {
      operationId: 'webhook.event',
      tags: ['Webhooks'],
      summary: 'An event, sent to every endpoint that subscribed to its type.',
      description: [
        'See "Events" in the document of the interface.',
        ...Object.entries(webhookEventTypes).map(([type, tells]) => `- \`${type}\`: ${tells}`),
        `- Assumed: ${assumptions[assumption].assumes}`,
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
      requestBody: {
        required: true,
        content: { 'application/json': { schema: strictOf(webhookEvent) } },
      },
      responses: {
        '2XX': { description: 'It was taken.' },
        '4XX': { description: 'It was not taken, and is sent again later.' },
      },
      'x-foyer-source': 'assumed',
      'x-foyer-assumptions': [assumption],
    },
  },
}

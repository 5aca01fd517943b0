import * as z from 'zod/mini'
import { defineOperations } from '../operation.ts'
import { reference } from '../references.ts'
import {
  webhookCreated,
  webhookDraft,
  webhookList,
  webhookPatch,
  webhookRow,
  webhookScope,
  webhookTested,
} from '../webhooks.ts'

const sees = { place: 'integrations', act: 'see' } as const
const changes = { place: 'integrations', act: 'change' } as const
const one = z.strictObject({ webhook: reference })

/** Where the service delivers events to. None of it is a patient's. */
export const integrationOperations = defineOperations({
  queries: {
    /** The endpoints of a scope, the newest first. */
    webhooks: {
      right: sees,
      input: z.strictObject({ scope: webhookScope }),
      output: webhookList,
    },
    /** One endpoint, and how its deliveries went lately. */
    webhook: { right: sees, input: one, output: webhookRow },
  },
  commands: {
    /** Makes an endpoint; its signing secret is told this once. */
    createWebhook: { right: changes, input: webhookDraft, output: webhookCreated },
    changeWebhook: {
      right: changes,
      input: z.strictObject({ webhook: reference, patch: webhookPatch }),
      output: z.null(),
    },
    /** Has the service send a test to an endpoint, and waits for how it went. */
    testWebhook: { right: changes, input: one, output: webhookTested },
    /** Removes an endpoint; what was not delivered to it yet is dropped. */
    deleteWebhook: { right: changes, input: one, output: z.null() },
  },
})

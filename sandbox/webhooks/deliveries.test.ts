import { expect, it } from 'vitest'
import { accounts } from '../seeds/clinics.ts'
import { seed } from '../seeds/seed.ts'
import { publish } from './deliveries.ts'
import type { Webhook } from './types.ts'

const at = Date.UTC(2026, 2, 10)

const endpoint = (id: number, accountId: number | null): Webhook => ({
  id,
  accountId,
  name: null,
  url: 'https://localhost/',
  eventTypes: ['form.completed'],
  isEnabled: true,
  signingSecret: 'secret',
  secretToken: null,
  createdAt: '',
  updatedAt: '',
})

it.each(accounts)(
  'an event of $name is for its own endpoints, and for the integrator where access is granted',
  ({ id: accountId, granted }) => {
    const state = seed(at)
    state.deliveries.clear()
    for (const [index, { id }] of accounts.entries()) state.webhooks.set(index, endpoint(index, id))
    const integrator = endpoint(99, null)
    state.webhooks.set(integrator.id, integrator)
    publish(state, { type: 'form.completed', accountId, data: {} }, at)
    const own = accounts.findIndex(({ id }) => id === accountId)
    expect([...state.deliveries.values()].map(({ webhookId }) => webhookId)).toEqual(
      granted ? [own, integrator.id] : [own],
    )
  },
)

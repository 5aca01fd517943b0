import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { webhookEvent } from '../src/contract/partner-v2/webhook-event.ts'
import type { CompletionPacket } from '../src/patient-page/store.ts'
import { onePacket } from './seeds/cases.ts'
import { send, value } from '../test/harness/sandbox/client.ts'
import { openWebhooks } from '../test/harness/sandbox/webhooks.ts'

describe('an event', () => {
  it('reaches a subscribed endpoint over TLS, signed, with the secret token and an id', async () => {
    const { subscribe, book, receiver, control } = await openWebhooks()
    const webhook = await subscribe({ secretToken: 'our-own-word' })
    const booked = await book()
    expect(receiver.received).toHaveLength(1)
    const [{ method, url, headers, body } = { headers: {}, body: '' }] = receiver.received
    expect({ method, url }).toEqual({ method: 'POST', url: '/hook' })
    const hmac = createHmac('sha256', webhook.signingSecret).update(body).digest('hex')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-token': 'our-own-word',
      'x-webhook-signature': `sha256=${hmac}`,
      'x-webhook-timestamp': '1773162000',
      'x-webhook-id': control.deliveries()[0]?.id,
    })
    const event = webhookEvent.parse(JSON.parse(body))
    expect(event).toMatchObject({
      type: 'appointment.created',
      createdAt: '2026-03-10T17:00:00.000Z',
      accountId: 101,
      data: { id: booked.id, status: 'SCHEDULED', patientId: booked.patientId },
    })
    expect(body).not.toContain('Rosa')
  })

  it('carries no token header where none was set', async () => {
    const { subscribe, book, receiver } = await openWebhooks()
    await subscribe()
    await book()
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-webhook-token')
  })

  it('is an appointment that is booked, or changed, but not one that stays as it is', async () => {
    const { subscribe, book, receiver, client, here, control } = await openWebhooks()
    await subscribe({ eventTypes: ['appointment.created', 'appointment.updated'] })
    const { id: appointmentId } = await book()
    const update = async (status: 'CHECKED_IN' | 'SCHEDULED') => {
      const params = { ...here, appointmentId }
      await value(client.partner.appointments.update({ params, body: { status } }))
      await control.settled()
    }
    await update('SCHEDULED')
    expect(receiver.received).toHaveLength(1)
    await update('CHECKED_IN')
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
      type: 'appointment.updated',
      data: { id: appointmentId, status: 'CHECKED_IN' },
    })
  })

  it('is each form that is completed, by the interface', async () => {
    const { subscribe, complete, receiver } = await openWebhooks()
    await subscribe({ eventTypes: ['form.completed'] })
    const packet = await complete()
    const events = receiver.received.map(({ body }) => webhookEvent.parse(JSON.parse(body)))
    expect(events.map(({ data }) => data['formId']).sort()).toEqual(
      packet.forms?.map(({ id }) => id).sort(),
    )
    for (const { type, data } of events)
      expect({ type, ...data }).toMatchObject({
        type: 'form.completed',
        formPacketId: packet.id,
        patientId: packet.patientId,
      })
  })

  it('is a form that a patient submits on its page, and again only with other answers', async () => {
    const { subscribe, receiver, client, here, control } = await openWebhooks()
    await subscribe({ eventTypes: ['form.completed'] })
    const query = { patientId: onePacket.id }
    const { items } = await value(client.partner.formPackets.list({ params: here, query }))
    const params = { ...here, formPacketId: items[0]?.id ?? 0 }
    const { url } = await value(client.partner.formPackets.getUrl({ params }))
    const { forms } = (await send('GET', `${url}/packet`)).body as CompletionPacket
    const form = `${url}/forms/${forms[0]?.formId}`
    const answers = { 601003: 'Rosie', 601007: 'Phone call' }
    await send('PUT', `${form}/answers`, { body: { answers } })
    expect(receiver.received).toEqual([])
    expect((await send('POST', `${form}/submission`)).status).toBe(200)
    await control.settled()
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      {
        type: 'form.completed',
        data: { formId: forms[0]?.formId, formPacketStatus: 'IN_PROGRESS' },
      },
    ])
    expect(receiver.received[0]?.body).not.toContain('Rosie')

    const sendAgain = async (name: string) => {
      await send('PUT', `${form}/answers`, { body: { answers: { 601003: name } } })
      expect((await send('POST', `${form}/submission`)).status).toBe(200)
      await control.settled()
      return receiver.received.length
    }
    expect(await sendAgain('Rosie')).toBe(1)
    expect(await sendAgain('Rose')).toBe(2)
  })

  it('goes to those who subscribed to it, are enabled, and may see the account', async () => {
    const { subscribe, book, control, accountWebhooks, webhooks, account, receiver } =
      await openWebhooks()
    const wanted = await subscribe()
    const body = { url: receiver.url, eventTypes: ['appointment.created'] }
    const general = await value(webhooks.create({ body }))
    await subscribe({ eventTypes: ['form.completed'] })
    const disabled = await subscribe()
    await value(
      accountWebhooks.update({
        params: { ...account, webhookId: disabled.id },
        body: { isEnabled: false },
      }),
    )
    await book()
    expect(control.deliveries().map(({ webhookId }) => webhookId)).toEqual([general.id, wanted.id])
    const ids = receiver.received.map(({ body }) => webhookEvent.parse(JSON.parse(body)).id)
    expect(new Set(ids).size).toBe(1)
  })
})

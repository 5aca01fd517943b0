import { describe, expect, it } from 'vitest'
import * as cases from '../seeds/cases.ts'
import { send } from '../../test/harness/sandbox/caller.ts'
import { useClient, value } from '../../test/harness/sandbox/client.ts'
import type { Opened } from '../../test/harness/sandbox/client.ts'

const { onePacket, threePackets, completedPacket, noPacket } = cases

type Query = NonNullable<Parameters<Opened['partner']['invoices']['list']>[0]['query']>

const { partner, here, control } = useClient()
const { invoices } = partner
const list = async (query: Query) => (await value(invoices.list({ params: here, query }))).items
const at = (invoiceId: number) => ({ params: { ...here, invoiceId } })

describe('invoices', () => {
  it('are listed at their own location, the newest first, without lines', async () => {
    const all = await list({ limit: 1000 })
    const times = all.map(({ createdAt }) => String(createdAt))
    expect(times).toEqual([...times].sort().reverse())
    for (const invoice of all) {
      expect(invoice.locationId).toBe(301)
      expect(invoice).not.toHaveProperty('lineItems')
    }
  })

  it('are narrowed by patient, status and date', async () => {
    const rosa = { patientId: onePacket.id }
    expect(await list(rosa)).toMatchObject([{ id: 2501, dueDate: '2026-03-20' }])
    expect(await list({ ...rosa, status: 'PAID' })).toEqual([])
    expect(await list({ ...rosa, from: '2026-02-18', to: '2026-02-18' })).toHaveLength(1)
    expect(await list({ ...rosa, from: '2026-02-19' })).toEqual([])
    const cancelled = await list({ status: 'CANCELLED' })
    expect(cancelled).toMatchObject([{ patientId: noPacket.id }])
  })

  it('carry their lines, which add up, and where the payment stands', async () => {
    expect(await value(invoices.get(at(2501)))).toMatchObject({
      invoiceNumber: 'INV-2501',
      currency: 'USD',
      totalAmount: 189.7,
      lineItems: [
        { quantity: 1, unitPrice: 185.5, amount: 185.5, billingCodes: ['99203'] },
        { quantity: 12, unitPrice: 0.35, amount: 4.2, billingCodes: [] },
      ],
    })
    const standing = async (patientId: number) => (await list({ patientId }))[0]
    expect(await standing(onePacket.id)).toMatchObject({
      status: 'OPEN',
      paymentStatus: 'UNPAID',
      paidAt: null,
    })
    expect(await standing(threePackets.id)).toMatchObject({
      status: 'OPEN',
      paymentStatus: 'PARTIALLY_PAID',
    })
    expect(await standing(completedPacket.id)).toMatchObject({
      status: 'PAID',
      paymentStatus: 'PAID',
      paidAmount: 185.5,
      paidAt: expect.any(String) as string,
    })
  })

  it('give the same lines alone', async () => {
    const { items } = await value(invoices.listLineItems(at(2501)))
    expect(items).toEqual((await value(invoices.get(at(2501)))).lineItems)
  })

  it('are printed: a real PDF behind a signed address that is dead after 15 minutes', async () => {
    const { url, expiresAt } = await value(invoices.getPdf(at(2501)))
    expect(expiresAt).toBe('2026-03-10T17:15:00.000Z')
    const pdf = await send('GET', url)
    expect(pdf).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(pdf.body).toMatch(/^%PDF-1\.7[^]*Invoice INV-2501[^]*Total: 189\.70 USD[^]*%%EOF\n$/)
    expect((await send('GET', url.replace('2501.pdf', '2502.pdf'))).status).toBe(403)
    control.advanceClock(15 * 60_000 - 1)
    expect((await send('GET', url)).status).toBe(200)
    control.advanceClock(1)
    expect((await send('GET', url)).status).toBe(403)
  })
})

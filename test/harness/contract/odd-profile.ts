import type { z } from 'zod'
import { wireProfile, type WireProfile } from '../../../src/contract/wire-profile.ts'

export const profileOf = (values: z.input<typeof wireProfile>): WireProfile =>
  wireProfile.parse(values)

export const odd = profileOf({
  paths: {
    partner: '/api',
    operations: { 'partner.formPackets.getUrl': { method: 'POST', path: '/l/{formPacketId}' } },
  },
  sent: {
    names: {
      verificationMethod: 'channel.kind',
      method: 'channel',
      phone: 'to',
      email: 'to',
      code: 'otp',
      patientId: { 'partner.formPackets.list': 'patient', 'partner.formPackets.create': 'for.id' },
      limit: 'pageSize',
      cursor: 'after',
    },
    words: {
      verificationMethod: { SMS: 'text', BOTH: 'all' },
      method: { SMS: 1, EMAIL: 2 },
      status: { COMPLETED: 'DONE' },
    },
    phone: 'national',
    dates: 'dayFirst',
    extra: {
      'partner.formPackets.create': { site: '{locationId}', source: { kind: 'kiosk' } },
      'partner.formPackets.get': { view: 'full' },
    },
  },
  proof: { token: { in: 'body', name: 'session' } },
  read: {
    root: 'data.record',
    fields: {
      'list.items': 'result.rows',
      'list.nextCursor': 'result.page.next',
      'packet.id': 'packet.ids[0].value',
      'packet.status': 'state.code',
      'packet.name': 'packet.title',
      'packet.patientId': 'person.id',
      'proof.id': 'token',
      'proof.token': 'id',
      'match.patientId': 'patients[0].id',
      'verification.result': '$.outcome',
    },
    words: { completed: ['FINISHED', 4], inProgress: ['STARTED'], verified: ['OK'] },
    dateOrder: 'dayFirst',
  },
})

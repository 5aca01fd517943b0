import { routes } from '../../sandbox/sandbox.ts'
import type { WireRequest } from './wire.ts'

const patterns = routes
  .map(({ operation }) => ({
    id: operation.id,
    method: operation.method,
    path: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    fixed: operation.path.replaceAll(/\{\w+\}/g, '').length,
  }))
  // A fixed path is meant before one with a parameter in the same place.
  .sort((a, b) => b.fixed - a.fixed)

/** Id of the operation of the contract that a request is for; empty where there is none. */
export const operationOf = ({ method, path }: Pick<WireRequest, 'method' | 'path'>): string =>
  patterns.find((one) => one.method === method && one.path.test(path))?.id ?? ''

/** The operations of a visit, by what they are for. */
export const op = {
  token: 'auth.partnerToken',
  check: 'partner.formTemplateGroups.listForLocation',
  createProof: 'partner.identityProof.create',
  sendCode: 'partner.identityProof.send',
  verifyCode: 'partner.identityProof.verify',
  proofStatus: 'partner.identityProof.get',
  match: 'partner.identityProof.getPatient',
  patient: 'partner.patients.get',
  packets: 'partner.formPackets.list',
  newPacket: 'partner.formPackets.create',
  packet: 'partner.formPackets.get',
  address: 'partner.formPackets.getUrl',
} as const

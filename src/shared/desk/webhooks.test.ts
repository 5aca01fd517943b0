import { expect, it } from 'vitest'
import { webhookAddressFault } from './limits.ts'

it.each([
  ['https://hooks.clinic.example/intake?for=desk', null],
  ['https://hooks.clinic.example:8443/', null],
  ['hooks.clinic.example', 'notAnAddress'],
  ['https://hooks.clinic example/', 'notAnAddress'],
  [`https://hooks.clinic.example/${'a'.repeat(2_000)}`, 'notAnAddress'],
  ['http://hooks.clinic.example/', 'notHttps'],
  ['HTTPS://hooks.clinic.example/', 'notHttps'],
  ['ftp://hooks.clinic.example/', 'notHttps'],
  ['https://ana:secret@hooks.clinic.example/', 'hasCredentials'],
  ['https://ana@hooks.clinic.example/', 'hasCredentials'],
  ['https://hooks.clinic.example/#part', 'hasFragment'],
  ['https://localhost:9443/', 'thisMachine'],
  ['https://127.1/', 'thisMachine'],
  ['https://2130706433/', 'thisMachine'],
  ['https://[::1]/', 'thisMachine'],
  ['https://[::ffff:127.0.0.1]/', 'thisMachine'],
])('judges %s as %s', (address, fault) => expect(webhookAddressFault(address)).toBe(fault))

import { expect, it } from 'vitest'
import type { Audit } from '../../vault/audit/audit.ts'
import { createActingMember } from './audited-acts.ts'

function open() {
  const entries: object[] = []
  const acting = createActingMember()
  const audit = acting.naming({
    append: (kind, fields) => void entries.push({ kind, ...fields }),
  } as Audit)
  return { acting, audit, entries }
}

it('names who does it, also in what ends after them, and nobody else', async () => {
  const { acting, audit, entries } = open()
  let finish: () => void = () => undefined
  const tested = new Promise<void>((resolve) => (finish = resolve))
  const given = acting.as('ana', async () => {
    await tested
    audit.append('credentialKept', { interface: 'partner' })
  })
  acting.as('ben', () => audit.append('staffEntered'))
  audit.append('staffLeft')
  finish()
  await given
  expect(entries).toEqual([
    { kind: 'staffEntered', member: 'ben' },
    { kind: 'staffLeft' },
    { kind: 'credentialKept', interface: 'partner', member: 'ana' },
  ])
})

it('names nobody for what Foyer does by itself, even where a member set it going', () => {
  const { acting, audit, entries } = open()
  acting.as('ana', () => audit.append('call', { operation: 'patients.list' }))
  expect(entries).toEqual([{ kind: 'call', operation: 'patients.list' }])
})

import { describe, expect, it } from 'vitest'
import type { MemberRole } from '../../../shared/desk/members.ts'
import { healthProfileOperations } from '../../../shared/desk/operations/health-profile.ts'
import { invoiceOperations } from '../../../shared/desk/operations/invoices.ts'
import { labOperations } from '../../../shared/desk/operations/labs.ts'
import { hasRight } from '../../../shared/desk/rights.ts'
import { createDeskAudit } from '../desk-audit.ts'
import { createDeskGate } from '../gate.ts'
import type { SessionWork } from '../session-work.ts'

const roles: readonly MemberRole[] = ['reception', 'clinical', 'billing', 'administrator']
const queries = {
  ...invoiceOperations.queries,
  ...labOperations.queries,
  ...healthProfileOperations.queries,
}
/** Who may, beside each other; written out, for it is what the law asks for. */
const mayLook: Readonly<Record<keyof typeof queries, readonly MemberRole[]>> = {
  invoices: ['reception', 'billing'],
  invoice: ['reception', 'billing'],
  invoiceLines: ['reception', 'billing'],
  invoiceLine: ['reception', 'billing'],
  invoicePdf: ['reception', 'billing'],
  labs: ['clinical'],
  lab: ['clinical'],
  labResults: ['clinical'],
  labResult: ['clinical'],
  allergies: ['clinical'],
  allergy: ['clinical'],
  medications: ['clinical'],
  medication: ['clinical'],
  problems: ['clinical'],
  problem: ['clinical'],
}
const parts = { invoice: 'invoice-2', line: 'line-3', lab: 'lab-2', result: 'result-3' }
const inputOf = (name: keyof typeof queries) => {
  const needed = Object.keys(queries[name].input.def.shape).filter((key) => key !== 'after')
  const all: Readonly<Record<string, string>> = { chart: 'chart-1', entry: 'allergy-2', ...parts }
  return Object.fromEntries(needed.map((key) => [key, all[key]]))
}

/** Asks as one role; what ran, and what the answer was. */
async function ask(role: MemberRole, name: keyof typeof queries) {
  const ran: string[] = []
  const prepare = () => ({
    records: {},
    run() {
      ran.push(name)
      return Promise.resolve({ ok: false, error: { kind: 'refusedByService' } } as const)
    },
  })
  const work = { queries: { [name]: prepare }, commands: {} } as unknown as SessionWork
  const gate = createDeskGate({
    session: {
      current: () => ({ id: 'a', name: 'Ana Ruiz', roles: [role], mustChangeSecret: false }),
      may: (place, act) => hasRight([role], { place, act }),
    },
    work: () => work,
    act: () => Promise.reject(new Error('not asked for')),
    audit: createDeskAudit({ append: () => undefined }, () => 0),
    log: { event: (_name, detail) => expect.fail(JSON.stringify(detail)) },
  })
  const message = { type: 'query', name, input: inputOf(name) }
  return { reply: await gate(message, { isKioskPage: true }), ran }
}

describe.each(Object.keys(mayLook) as (keyof typeof queries)[])('the query %s', (name) => {
  it.each(roles)('is for %s or refused to them before anything runs', async (role) => {
    const { reply, ran } = await ask(role, name)
    const isAllowed = mayLook[name].includes(role)
    expect(ran).toEqual(isAllowed ? [name] : [])
    expect(reply).toEqual({
      ok: false,
      error: { kind: isAllowed ? 'refusedByService' : 'noRight' },
    })
  })
})

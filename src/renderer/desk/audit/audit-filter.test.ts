import { expect, it } from 'vitest'
import { foldCalls, searchOf, toldOf, wholeAudit } from './audit-filter.ts'

it('takes both days whole, also over the end of a month', () => {
  expect(searchOf({ ...wholeAudit, from: '2026-01-31', to: '2026-01-31' })).toEqual({
    from: new Date(2026, 0, 31).getTime(),
    to: new Date(2026, 1, 1).getTime(),
  })
})

it('says acts in words, and folds calls into the act of the same member before them', () => {
  const row = (seq: number, kind: string, member: string | null, outcome = 'ok') => ({
    seq,
    at: 0,
    group: 'calls' as const,
    kind,
    member,
    about: null,
    patient: kind === 'call' ? `auditedPatient-${Math.min(seq, 5)}` : null,
    details: [
      { what: 'operation' as const, value: 'partner.patients.get' },
      { what: 'outcome' as const, value: outcome },
    ],
  })
  const calls = [row(6, 'call', null), row(5, 'call', 'Ana'), row(4, 'call', 'Ana', 'refused')]
  const looked = [row(3, 'deskQueried', 'Ana'), row(2, 'call', 'Ben'), row(1, 'call', 'Ben')]
  const operation = 'partner.patients.get'
  const told = (what: 'query' | 'command', value: string, patient: string | null = null) =>
    toldOf({ ...row(1, 'deskQueried', 'Ana'), patient, details: [{ what, value }] })
  expect(told('query', 'today')).toEqual({ words: 'Looked at a list: Today', details: [] })
  expect(told('query', 'packets', 'a').words).toBe('Looked at their forms')
  expect(told('command', 'markArrived').words).toContain('Mark an arrival')
  expect(told('query', 'another').details).toHaveLength(1)
  expect(
    foldCalls([...calls, ...looked]).map(({ entry, calls, patient }) => [
      entry.seq,
      calls,
      patient,
    ]),
  ).toEqual([
    [6, [{ operation, count: 1 }], 'auditedPatient-5'],
    [
      3,
      [
        { operation, count: 1 },
        { operation: `${operation} refused`, count: 1 },
      ],
      null,
    ],
    [2, [{ operation, count: 2 }], null],
  ])
})

import { expect, it } from 'vitest'
import { memberRole } from './members.ts'
import { deskRights, hasRight, type DeskPlace, type RightsByName } from './rights.ts'

const places = Object.keys(deskRights) as DeskPlace[]
const placesOf = (role: (typeof memberRole.options)[number], act: 'see' | 'change') =>
  places.filter((place) => hasRight([role], { place, act }))

it('gives each role what its work needs and no more', () => {
  const frontDesk = ['today', 'help', 'checkIn', 'patients', 'packets', 'appointments'] as const
  const after = ['intakes', 'remoteCare', 'kiosks'] as const
  for (const act of ['see', 'change'] as const) {
    expect(placesOf('reception', act)).toEqual([...frontDesk, 'invoices', ...after])
    expect(placesOf('clinical', act)).toEqual([...frontDesk, 'labs', 'healthProfile', ...after])
    expect(placesOf('administrator', act)).toEqual(
      places.filter((place) =>
        ['removal', 'clinic', 'integrations', 'kiosks', 'pairing', 'members', 'audit'].includes(
          place,
        ),
      ),
    )
  }
  expect(placesOf('billing', 'see')).toEqual(['patients', 'invoices'])
  expect(placesOf('billing', 'change')).toEqual(['invoices'])
})

it('gives nobody anything without a role, and two roles what either has', () => {
  for (const place of places) {
    expect(hasRight([], { place, act: 'see' })).toBe(false)
    expect(hasRight(memberRole.options, { place, act: 'change' })).toBe(true)
  }
  expect(hasRight(['billing', 'clinical'], { place: 'labs', act: 'see' })).toBe(true)
})

it('names the query that has no row to the compiler', () => {
  type Names = 'patientsFound' | 'labResults'
  const found = { place: 'patients', act: 'see' } as const
  // @ts-expect-error `labResults` has no row.
  const missing = { patientsFound: found } satisfies RightsByName<Names>
  const complete = {
    ...missing,
    labResults: { place: 'labs', act: 'see' },
  } satisfies RightsByName<Names>
  expect(Object.keys(complete)).toHaveLength(2)
})

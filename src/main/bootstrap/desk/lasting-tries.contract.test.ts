import { expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { asked, secret, useDeskWithKiosks } from '../../../../test/harness/desk/desk-with-kiosks.ts'
import type { ComposedDesk } from '../../../../test/harness/desk/composed-desk.ts'
import { deskTries } from '../../visit/limits/attempts.ts'

const { openDesk, start } = useDeskWithKiosks()
const rosa = cases.onePacket
const refused = (kind: string) => ({ ok: false, error: { kind } })

/** A page that looks for Rosa and tries a birth date of its own choice. */
async function tryDay(at: ComposedDesk, value: string) {
  const { read, say } = asked(at)
  const { rows } = await read('findPatients', { search: { name: 'rosa delgado' } })
  return say('openChart', {
    patient: rows[0]?.patient ?? '',
    identifiers: [
      { kind: 'birthDate', value },
      { kind: 'name', value: `${rosa.firstName} ${rosa.lastName}` },
    ],
  })
}
const signIn = (at: ComposedDesk, memberId: string) =>
  at.say({ type: 'session', session: { act: 'signIn', memberId, secret } })

it(
  'gives no more tries at a chart, nor searches, to who signs in anew or starts the desk anew',
  { timeout: 120_000 },
  async () => {
    const { at, memberId } = await openDesk('reception')
    for (let day = 1; day <= deskTries.wrongIdentifiers; day += 1)
      expect(await tryDay(at, `1984-01-0${day}`)).toMatchObject(refused('notConfirmed'))
    const search = (station: ComposedDesk, day: number) => {
      const birthDate = new Date(Date.UTC(1984, 0, day)).toISOString().slice(0, 10)
      return asked(station).query('findPatients', { search: { name: 'rosa', birthDate } })
    }
    for (let day = 1; day <= deskTries.identifierSearch; day += 1)
      expect(await search(at, day)).toMatchObject({ ok: true })

    at.pressLock()
    await signIn(at, memberId)
    expect(await tryDay(at, rosa.dateOfBirth)).toEqual(refused('tooManyTries'))
    expect(await search(at, 50)).toEqual(refused('tooManySearches'))

    await at.station.stop()
    const again = await start()
    expect(await signIn(again, memberId)).toMatchObject({ ok: true })
    expect(await tryDay(again, rosa.dateOfBirth)).toEqual(refused('tooManyTries'))
    expect(await search(again, 51)).toEqual(refused('tooManySearches'))
  },
)

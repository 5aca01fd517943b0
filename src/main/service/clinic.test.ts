import { describe, expect, it } from 'vitest'
import { view } from '../../shared/ipc.ts'
import { shownClinic } from '../visit/view/view-frame.ts'
import { defaultClinicLook, readClinic } from './clinic.ts'
import { connect, failed, answering } from '../../../test/harness/service/test-service.ts'

const lookOf = async (location: object) => {
  const { client } = await connect(
    answering({ success: true, message: '', data: { id: 2, ...location } }),
  )
  const look = await readClinic(client, 2)
  if (!look.ok) throw new Error(look.error.kind)
  expect(view.shape.clinic.safeParse(shownClinic({ ...look.value, locales: ['en'] })).success).toBe(
    true,
  )
  return look.value
}

const branding = { logoName: 'élan', logoLetterColor: '#FFEEDD', logoCircleColor: '#003366' }
const branded = { name: 'North', color: '#003366', logoLetter: 'É', logoLetterColor: '#ffeedd' }
const plain = { ...defaultClinicLook, name: 'North', logoLetter: 'N' }

describe('the look of the clinic', () => {
  it.each([
    ['its branding', { name: 'North', branding }, branded],
    [
      'its branding, said to be on',
      { name: 'North', branding: { ...branding, isLocationBrandingActive: true } },
      branded,
    ],
    [
      'the defaults when branding is off',
      { name: 'North', branding: { ...branding, isLocationBrandingActive: false } },
      plain,
    ],
    ['the defaults when there is none', { name: 'North', branding: null }, plain],
    [
      'the defaults for colours that are none',
      { name: 'North', branding: { logoCircleColor: 'red', logoLetterColor: '' } },
      plain,
    ],
    [
      'a letter that is one character and not half of one',
      { name: '𝒩orth' },
      { ...plain, name: '𝒩orth', logoLetter: '𝒩' },
    ],
    ['no letter where there is no name', { name: '' }, { ...plain, name: '', logoLetter: '' }],
    ['a letter that does not grow', { name: 'ßeta' }, { ...plain, name: 'ßeta', logoLetter: 'SS' }],
  ])('is %s', async (_name, location, look) => {
    expect(await lookOf(location)).toEqual(look)
  })

  it('is an error when the location is refused', async () => {
    const { client } = await connect(
      answering({ success: false, message: 'no such location', data: {} }),
    )
    expect(await readClinic(client, 2)).toMatchObject(failed({ kind: 'refusedByEnvelope' }))
  })
})

import { expect, it } from 'vitest'
import { serviceNames } from './service-names.ts'

it('takes one name a line, commas and all, each once, and no empty ones', () => {
  expect(serviceNames(' Scale, large\nBlood pressure\n\n Scale, large')).toEqual([
    'Scale, large',
    'Blood pressure',
  ])
  expect(serviceNames(' \n ')).toEqual([])
})

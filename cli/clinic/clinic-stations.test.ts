import { expect, it } from 'vitest'
import { weaknessOf } from '../../src/main/desk/members/member-secret.ts'
import { drawPassphrase } from './clinic-stations.ts'

it('draws what a member may choose', () => {
  for (let drawn = 0; drawn < 200; drawn += 1)
    expect(weaknessOf(drawPassphrase(), 'Ana Reyes')).toBeUndefined()
})

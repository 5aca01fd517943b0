import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { judge } from './judge.ts'
import { runVisit } from './run-visit.ts'
import { visits } from './visits.ts'

const titled = catalogue.map((variant) => ({
  ...variant,
  title: `${variant.part}: ${variant.name}`,
}))
const adapted = titled.flatMap(({ expected, ...variant }) =>
  'profile' in expected ? [{ ...variant, expected }] : [],
)

describe('a whole visit at a service that chose otherwise', () => {
  it.each(titled)('$title', async ({ visit, change, expected }) => {
    expect(judge(expected, await runVisit(visits[visit], [change()]))).toEqual([])
  })
})

describe('the same with a wire profile', () => {
  it.each(adapted)('$title', async ({ visit, change, expected }) => {
    const outcome = await runVisit(visits[visit], [change()], expected.profile)
    expect(judge(expected, outcome, true)).toEqual([])
  })
})

it('names each choice once', () => {
  const titles = titled.map(({ title }) => title)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

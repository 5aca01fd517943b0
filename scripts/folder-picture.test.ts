import { expect, it } from 'vitest'
import { drawFolders, replacePicture } from './folder-picture.ts'

it('draws each folder once, and each direction between two of them once', () => {
  const drawing = drawFolders([
    ['src/main/visit/kiosk.ts', 'src/main/base/clock.ts'],
    ['src/main/visit/machine/actors.ts', 'src/main/base/timers.ts'],
    ['src/main/visit/kiosk.ts', 'src/main/visit/view/view.ts'],
    ['src/main/index.ts', 'src/main/bootstrap/run-in-node.ts'],
    ['cli/probe/plan.ts', 'src/shared/result.ts'],
  ])
  expect(drawing.split('\n')).toEqual([
    'flowchart LR',
    '  cli["cli"]',
    '  src_main["src/main"]',
    '  src_main_base["src/main/base"]',
    '  src_main_bootstrap["src/main/bootstrap"]',
    '  src_main_visit["src/main/visit"]',
    '  src_shared["src/shared"]',
    '  cli --> src_shared',
    '  src_main --> src_main_bootstrap',
    '  src_main_visit --> src_main_base',
  ])
})

it('takes the place of the picture before, and of nothing else', () => {
  const document = 'above\n<!-- folders: npm run docs:folders -->\nold\n<!-- /folders -->\nbelow'
  const next = replacePicture(document, 'flowchart LR')
  expect(next).toMatch(/^above\n<!-- folders: .* -->\n\n```mermaid\nflowchart LR\n```\n\n<!--/)
  expect(next.endsWith('<!-- /folders -->\nbelow')).toBe(true)
  expect(replacePicture(next, 'flowchart LR')).toBe(next)
  expect(() => replacePicture('nothing', '')).toThrow('no marks')
})

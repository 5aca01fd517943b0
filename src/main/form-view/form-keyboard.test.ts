import { SimulatedClock } from 'xstate'
import { beforeEach, expect, it } from 'vitest'
import type { FocusedField } from '../../shared/focused-field.ts'
import { fakeProtocol } from '../../../test/conformance/fake-protocol.ts'
import { fieldGuard } from './field-guard.ts'
import { createFormKeyboard, keysPerSecond, type FormKeyboard, keyEvents } from './form-keyboard.ts'
import { waitFor } from '#harness/wait-for.ts'

const described = { kind: 'text', hides: false, lang: '', enter: 'enter' } as const

/** A page, or a frame, of which a guard may say something; keys wait until `holds` is fulfilled. */
function fakeSession() {
  const held = { holds: undefined as Promise<void> | undefined }
  const session = fakeProtocol((method) =>
    method === 'Input.dispatchKeyEvent' ? held.holds : undefined,
  )
  return Object.assign(held, session, {
    tell: (context: number, notice: unknown) =>
      session.tell(fieldGuard.binding, JSON.stringify(notice), context),
  })
}
const typed = ({ sent }: ReturnType<typeof fakeSession>) =>
  sent
    .filter(([method, { type }]) => method === 'Input.dispatchKeyEvent' && type === 'keyDown')
    .map(([, { key }]) => key)
    .join('')

/** Lists the fields that main named to the guards, in turn. */
const guarded = ({ sent }: ReturnType<typeof fakeSession>) =>
  sent
    .filter(([method]) => method === 'Runtime.evaluate')
    .map(([, { expression }]) => Number(/(\d+)\)$/.exec(String(expression))?.[1]))
    .filter((id, index, all) => id > 0 && id !== all[index - 1])

let clock: SimulatedClock
let keyboard: FormKeyboard
let fields: (FocusedField | undefined)[]
let realKeys: number
let page: ReturnType<typeof fakeSession>

beforeEach(async () => {
  clock = new SimulatedClock()
  fields = []
  realKeys = 0
  keyboard = createFormKeyboard(
    { onField: (field) => void fields.push(field), onRealKey: () => void (realKeys += 1) },
    clock,
  )
  page = fakeSession()
  await keyboard.watch(page)
  page.tell(7, { type: 'ready' })
})
const choose = (session = page, context = 7, id = 1) =>
  session.tell(context, { type: 'chosen', id, field: described })
const letter = { type: 'text', text: 'a' } as const
async function showForField() {
  await keyboard.show(true)
  choose()
}

it('types for the next field only once the keys for the one before have arrived', async () => {
  await showForField()
  let arrive = () => {}
  page.holds = new Promise((resolve) => (arrive = resolve))
  keyboard.press('1', letter)
  await waitFor(() => expect(typed(page)).toBe('a'))
  choose(page, 7, 2)
  keyboard.press('2', { type: 'text', text: 'b' })
  await waitFor(() => expect(guarded(page)).toEqual([1]))
  expect(typed(page)).toBe('a')
  arrive()
  await waitFor(() => expect(typed(page)).toBe('ab'))
  expect(guarded(page)).toEqual([1, 2])
})

it('drops a key whose field lost the focus before it was sent', async () => {
  await showForField()
  keyboard.press('1', letter)
  choose(page, 7, 2)
  keyboard.press('2', { type: 'text', text: 'b' })
  await waitFor(() => expect(typed(page)).toBe('b'))
})

it('sends a key only once the one before has arrived, and the guard has told what became of it', async () => {
  await showForField()
  let arrive = () => {}
  page.holds = new Promise((resolve) => (arrive = resolve))
  keyboard.press('1', letter)
  keyboard.press('1', { type: 'text', text: 'b' })
  await new Promise(setImmediate)
  expect(typed(page)).toBe('a')
  arrive()
  await waitFor(() => expect(typed(page)).toBe('ab'))
  const asked = page.sent.findIndex(([, { expression }]) => expression === '0')
  const second = page.sent.findIndex(([, { key }]) => key === 'b')
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(second)
})

it.each([
  ['it was left', () => page.tell(7, { type: 'left' })],
  ['the patient chose another field', () => choose(page, 7, 2)],
])('drops a key that is pressed between two boxes when %s', async (_what, end) => {
  await showForField()
  page.tell(7, { type: 'moving' })
  keyboard.press('1', letter)
  end()
  page.tell(7, { type: 'moved', id: 3, field: described })
  choose(page, 7, 4)
  keyboard.press(fields.at(-1)?.token ?? '', { type: 'text', text: 'b' })
  await waitFor(() => expect(typed(page)).toBe('b'))
})

it('hears of no move in a frame that has not the chosen field', async () => {
  await showForField()
  const frame = fakeSession()
  await keyboard.watch(frame)
  frame.tell(3, { type: 'moving' })
  frame.tell(3, { type: 'moved', id: 2, field: described })
  page.tell(9, { type: 'moved', id: 2, field: described })
  expect(keyboard.press('1', letter)).toBe(true)
  await waitFor(() => expect(typed(page)).toBe('a'))
  expect(fields).toHaveLength(1)
  expect(guarded(page)).toEqual([1])
})

it('does not wait for ever for a key of a page that ended without a word', async () => {
  await showForField()
  page.holds = new Promise(() => undefined)
  keyboard.press('1', letter)
  await waitFor(() => expect(typed(page)).toBe('a'))
  choose(page, 7, 2)
  keyboard.press('2', { type: 'text', text: 'b' })
  clock.increment(1_000)
  await waitFor(() => expect(typed(page)).toBe('ab'))
})

it('keeps the token of a field that is chosen again', () => {
  choose()
  choose()
  choose(page, 7, 2)
  expect(fields.map((field) => field?.token)).toEqual(['1', '1', '2'])
})

it.each([
  ['lost the focus', () => page.tell(7, { type: 'left' })],
  [
    'left with its document',
    () => page.emit('Runtime.executionContextDestroyed', { executionContextId: 7 }),
  ],
  ['left with all documents', () => page.emit('Runtime.executionContextsCleared')],
  ['left with its frame', () => page.emit('Inspector.detached')],
])('takes no key for a field that %s, and tells it a moment later', async (_how, leave) => {
  await showForField()
  leave()
  expect(keyboard.press('1', letter)).toBe(false)
  expect(fields).toHaveLength(1)
  clock.increment(1_000)
  expect(fields).toEqual([expect.anything(), undefined])
})

it('tells nothing of a focus that goes from one field to the next', () => {
  choose()
  page.tell(7, { type: 'left' })
  clock.increment(10)
  choose(page, 7, 2)
  clock.increment(1_000)
  expect(fields.map((field) => field?.token)).toEqual(['1', '2'])
})

it('types nothing while no keys are shown', async () => {
  choose()
  expect(keyboard.press('1', letter)).toBe(false)
  await keyboard.show(true)
  await keyboard.show(false)
  expect(keyboard.press('1', letter)).toBe(false)
})

it('types at most so many keys in any second', async () => {
  await showForField()
  clock.increment(5_000)
  const burst = () => Array.from({ length: 100 }, () => keyboard.press('1', letter)).filter(Boolean)
  expect(burst()).toHaveLength(keysPerSecond)
  clock.increment(999)
  expect(burst()).toHaveLength(0)
  clock.increment(1)
  expect(burst()).toHaveLength(keysPerSecond)
})

it('takes a key for that of a real keyboard unless it has just typed one', async () => {
  await keyboard.show(true)
  clock.increment(5_000)
  choose()
  keyboard.press('1', letter)
  page.tell(7, { type: 'key' })
  expect(realKeys).toBe(0)
  await Promise.resolve()
  clock.increment(1_000)
  await new Promise(setImmediate)
  clock.increment(1_000)
  page.tell(7, { type: 'key' })
  expect(realKeys).toBe(1)
})

it('hears nothing that is not in the form of a notice', async () => {
  await keyboard.show(true)
  for (const notice of [
    { type: 'chosen', id: 1, field: { ...described, value: 'secret' } },
    { type: 'chosen', id: 1, field: { ...described, lang: 'x'.repeat(36) } },
    { type: 'unknown' },
    null,
  ])
    page.tell(7, notice)
  expect(fields).toEqual([])
})

it.each([
  ['a', { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 0, text: 'a' }],
  ['Q', { key: 'Q', code: 'KeyQ', windowsVirtualKeyCode: 81, modifiers: 8, text: 'Q' }],
  ['7', { key: '7', code: 'Digit7', windowsVirtualKeyCode: 55, modifiers: 0, text: '7' }],
  [' ', { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' }],
  ['ñ', { key: 'ñ', code: '', modifiers: 0, text: 'ñ' }],
])('%s goes down as on a keyboard that has it', (text, down) => {
  expect(keyEvents({ type: 'text', text })).toEqual([expect.objectContaining(down)])
})

it('types an ending letter by letter', () => {
  const typed = keyEvents({ type: 'text', text: '@x.com' }).map(({ text }) => text)
  expect(typed.join('')).toBe('@x.com')
})

it.each([
  [{ type: 'delete' }, 'Backspace', 'rawKeyDown'],
  [{ type: 'enter' }, 'Enter', 'keyDown'],
  [{ type: 'tab' }, 'Tab', 'rawKeyDown'],
  [{ type: 'move', to: 'left' }, 'ArrowLeft', 'rawKeyDown'],
] as const)('%o is a key of its own', (input, key, type) => {
  expect(keyEvents(input)).toEqual([expect.objectContaining({ key, type })])
})

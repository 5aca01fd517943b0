import { describe, expect, it, vi } from 'vitest'
import type { DialogAnswer, FormSign } from '../../src/shared/windows.ts'
import { addFrame, barHeight, formBench } from './open-form.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { formColor } from './sites.ts'
import { eventually, full } from './subject.ts'

/** A whole JPEG of one pixel, in base64. */
const picture =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APn+v//Z'

/** Notes what a field tells its page, and what a page does with what is in it. */
const watchField = `
  window.told = []
  window.watch = (field) => {
    for (const type of ['input', 'change', 'cancel'])
      field.addEventListener(type, ({ bubbles }) => told.push([type, bubbles, field.files.length]))
    field.addEventListener('change', async () => {
      const [file] = field.files
      const { width, height } = await createImageBitmap(file)
      window.seen = { name: file.name, type: file.type, isFile: file instanceof File, width, height }
    })
  }
  watch(document.querySelector('#go'))`

/** Fields for files of a form's page: one that takes pictures gets what the patient gives, every other one nothing. */
export function describeFileFields(fixture: ShellFixture): void {
  describe('a field for files', () => {
    const bench = formBench(fixture, { serves: 6 })

    /** Opens a page with a field; a picture that it asks for is given by `answer`. */
    async function open(path = '/file') {
      const signs: FormSign[] = []
      const waiting: ((answer: DialogAnswer) => void)[] = []
      const onPicture = vi.fn(() => new Promise<DialogAnswer>((resolve) => waiting.push(resolve)))
      const form = await bench.open(path, { onPicture, onSign: (sign) => signs.push(sign) })
      await form.evaluate(`void (() => { ${watchField} })()`)
      const answer = async (what: DialogAnswer) => {
        await eventually(() => waiting.length).toBeGreaterThan(0)
        waiting.shift()?.(what)
      }
      return { ...form, signs, onPicture, answer, told: () => form.evaluate('told') }
    }

    it('gets the picture that the patient gives, as from a chooser', async () => {
      const form = await open()
      await form.page.click('#go')
      await form.answer(picture)
      await eventually(() => form.evaluate('window.seen')).toEqual({
        name: 'card.jpg',
        type: 'image/jpeg',
        isFile: true,
        width: 1,
        height: 1,
      })
      expect(await form.told()).toEqual([
        ['input', true, 1],
        ['change', true, 1],
      ])
      expect(form.signs).toEqual([])
      expect(bench.refused).toEqual([])
      // Nobody else sees what the page does with it.
      expect(await form.evaluate(`'foyer' in window || 'picture' in window`)).toBe(false)
    })

    it('is empty where the patient gives none, and the page hears so when they have said it', async () => {
      const form = await open()
      await form.page.click('#go')
      await eventually(() => form.onPicture.mock.calls.length).toBe(1)
      expect(await form.told()).toEqual([])
      await form.answer(null)
      await eventually(form.told).toEqual([['cancel', true, 0]])
      await eventually(() => form.signs).toEqual(['files'])
      expect(bench.refused).toEqual([])
    })

    it('that takes no picture is refused at once', async () => {
      const form = await open()
      const kinds = ['application/pdf', '.pdf,.docx', 'video/*']
      for (const change of [
        ...kinds.map((each) => `accept = '${each}'`),
        'webkitdirectory = true',
      ]) {
        form.signs.length = bench.refused.length = 0
        await form.evaluate(`void (go.${change}, told.length = 0)`)
        await form.page.click('#go')
        await eventually(form.told).toEqual([['cancel', true, 0]])
        await bench.expectRefused('dialog', 'file')
        expect(form.signs).toEqual(['files'])
      }
      expect(form.onPicture).not.toHaveBeenCalled()
    })

    it('that takes pictures among others gets one', async () => {
      const form = await open()
      for (const accept of ['image/*', ' .PDF, .JPG', 'image/png', '*/*']) {
        await form.evaluate(`void (go.value = '', go.accept = '${accept}')`)
        await form.page.click('#go')
        await form.answer(picture)
        await eventually(() => form.evaluate('go.files.length')).toBe(1)
      }
    })

    it('that stands in no document gets one', full, async () => {
      const form = await open()
      await form.evaluate(`void go.addEventListener('click', (event) => {
        event.preventDefault()
        const made = Object.assign(document.createElement('input'), { type: 'file', accept: 'image/*' })
        watch(made)
        made.click()
      })`)
      await form.page.click('#go')
      await form.answer(picture)
      await eventually(() => form.evaluate('window.seen?.name')).toBe('card.jpg')
    })

    it('of a frame of another site gets one', full, async () => {
      const onPicture = vi.fn(() => Promise.resolve(picture))
      const { evaluate } = await bench.open('/empty', { onPicture })
      await addFrame(evaluate, `${fixture.listed.origin}/sends-file`)
      await eventually(() => fixture.subject.pixel(30, barHeight + 100)).toBe(formColor)
      await eventually(async () => {
        await fixture.input.moveTo(60, barHeight + 26)
        await fixture.input.click(1)
        return fixture.listed.hits
      }).toContain('/got/card.jpg')
    })

    it('asks nobody without a touch', async () => {
      const form = await open('/opens-file')
      await form.page.click('#go')
      await eventually(() => form.onPicture.mock.calls.length).toBe(1)
      await form.answer(null)
      await eventually(form.told).toEqual([['cancel', true, 0]])
      expect(form.onPicture).toHaveBeenCalledTimes(1)
    })

    it('gives a page no way to make up what is handed to it', async () => {
      const form = await open()
      await form.evaluate(`void (() => {
        window.caught = []
        for (const name of ['File', 'DataTransfer', 'Event', 'atob'])
          window[name] = function () { caught.push(name) }
        Object.defineProperty(go, 'files', { set: () => caught.push('files'), get: () => [] })
        go.dispatchEvent = () => caught.push('dispatchEvent')
      })()`)
      await form.page.click('#go')
      await form.answer(picture)
      await eventually(form.told).toEqual([
        ['input', true, 0],
        ['change', true, 0],
      ])
      expect(await form.evaluate('caught')).toEqual([])
    })

    it('that is gone when the picture comes gets none, and keeps no form from being closed', async () => {
      const form = await open()
      await form.page.click('#go')
      await eventually(() => form.onPicture.mock.calls.length).toBe(1)
      await form.page.reload()
      await form.answer(picture)
      await form.evaluate(`void (() => { ${watchField} })()`)
      await form.page.click('#go')
      await eventually(() => form.onPicture.mock.calls.length).toBe(2)
      expect(await form.evaluate('go.files.length')).toBe(0)
      await form.view.close()
      expect(bench.onGone).not.toHaveBeenCalled()
    })
  })
}

import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { press, sees, settle, violations } from '#harness/renderer/on-page.ts'
import { PageHarness } from '#harness/renderer/page-harness.ts'
import { overlays, screens, viewOf } from '#harness/renderer/views.ts'
import { isCardPicture, mostPictureSide } from '../../../shared/card-picture.ts'

const asks = viewOf(screens['completing-unnamed']!, { overlay: overlays['camera']! })
const help = viewOf(screens['completing-unnamed']!, { overlay: overlays['help']! })
const take = page.getByRole('button', { name: 'Take picture' })
const use = page.getByRole('button', { name: 'Use this picture' })
const again = page.getByRole('button', { name: 'Take it again' })
const declined = { type: 'answerDialog', number: 1, accepted: false, text: '' }

const streams: MediaStream[] = []
const { mediaDevices } = navigator
const real = mediaDevices.getUserMedia.bind(mediaDevices)
const opens = vi.spyOn(mediaDevices, 'getUserMedia')
beforeEach(() => {
  streams.length = 0
  opens.mockImplementation(async (wanted) => {
    const stream = await real(wanted)
    streams.push(stream)
    return stream
  })
})
afterAll(() => opens.mockRestore())

const tracks = () => streams.flatMap((each) => each.getTracks())
const states = () => tracks().map(({ readyState }) => readyState)

async function openCamera(...at: Parameters<typeof PageHarness.open>) {
  const harness = await PageHarness.open(...at)
  await expect.element(take).not.toHaveAttribute('aria-disabled')
  await settle()
  return harness
}
async function sizeOf(picture: string): Promise<[number, number]> {
  const { width, height } = await createImageBitmap(
    await (await fetch(`data:image/jpeg;base64,${picture}`)).blob(),
  )
  return [width, height]
}

describe('the camera', () => {
  it('takes a picture in the shape of a card, which the patient looks at and gives', async () => {
    const harness = await openCamera(asks)
    await press(take)
    expect(harness.commands).toEqual([])
    await settle()
    await press(use)
    const [given] = harness.commands
    expect(given).toMatchObject({ type: 'givePicture', number: 1 })
    const picture = given?.type === 'givePicture' ? given.picture : ''
    expect(isCardPicture(picture)).toBe(true)
    expect(atob(picture)).not.toContain('Exif')
    const [width, height] = await sizeOf(picture)
    expect(width).toBeLessThanOrEqual(mostPictureSide)
    expect(width / height).toBeCloseTo(85.6 / 53.98, 1)
  })

  it('asks for no sound, takes it again, forgets the one before, and gives none to who does not want to', async () => {
    const harness = await openCamera(asks)
    expect(tracks().map(({ kind }) => kind)).toEqual(['video'])
    await press(take)
    await settle()
    await press(again)
    expect(document.querySelector('canvas')?.width).toBe(0)
    await expect.element(take).toHaveFocus()
    expect(states()).toEqual(['live'])
    await press('Not now')
    expect(harness.commands).toEqual([declined])
  })

  it('does not lie over its button at 200 %', async () => {
    await openCamera({ ...asks, display: { ...asks.display, textSize: 200 } }, 'wide')
    const { x, y, width, height } = (await take.findElement()).getBoundingClientRect()
    const met = document.elementFromPoint(x + width / 2, y + height / 2)
    expect(met?.closest('button')?.textContent).toMatch('Take picture')
  })

  it('is worked by the keyboard, and says each step', async () => {
    const harness = await openCamera(asks)
    await expect.element(take).toHaveFocus()
    const says = page.getByRole('alertdialog').getByRole('status')
    await expect.element(says).toMatchTextContent(/Hold your card/)
    await userEvent.keyboard('{Enter}')
    await expect.element(use).toHaveFocus()
    await expect.element(says).toHaveTextContent('Can you read everything?')
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(harness.commands).toEqual([declined])
  })

  it('is off as soon as something else is shown, and no picture is left', async () => {
    const harness = await openCamera(asks)
    await press(take)
    await harness.show({ ...help, sequence: asks.sequence + 1 })
    expect(states()).toEqual(['ended'])
    expect(document.querySelector('canvas, video')).toBe(null)
  })

  it('is off also where it starts after something else is shown', async () => {
    const harness = await PageHarness.open(asks)
    await harness.show({ ...help, sequence: asks.sequence + 1 })
    await expect.poll(states).toEqual(['ended'])
  })

  it.each(['NotFoundError', 'NotAllowedError'])('leads to the desk by a %s', async (name) => {
    opens.mockRejectedValue(new DOMException('', name))
    const harness = await PageHarness.open(asks)
    const fails = page.getByRole('alertdialog', { name: 'The camera does not work' })
    await expect.element(fails).toMatchTextContent(/Show your card at the desk/)
    await settle()
    expect(await violations()).toEqual([])
    await press(page.getByRole('button', { name: 'OK' }))
    expect(harness.commands).toEqual([declined])
  })

  it('leads to the desk when it is pulled out', async () => {
    await openCamera(asks)
    tracks()[0]?.dispatchEvent(new Event('ended'))
    await sees(page.getByText('Show your card at the desk.'))
    expect(states()).toEqual(['ended'])
  })
})

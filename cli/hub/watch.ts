import { controlRequest, type ControlRequest } from '../../src/main/stations/hub/control.ts'
import type { Overview } from '../../src/main/stations/hub/hub-desk.ts'
import { oneLine, widthOf } from '../output/text.ts'
import { askHub, askHubOnce, describeReply } from './ask-hub.ts'
import { overviewLines } from './overview-lines.ts'
import type { Screen } from './screen.ts'
import { readTyped, typedHelp, type Wish } from './typed.ts'

const redrawMs = 15_000

/** Shows what a running hub knows, live, and carries what is typed. Resolves with why it ended; undefined: it was wished. */
export async function watchHub(screen: Screen, path: string, now: () => number) {
  let known: Overview | undefined
  let answer = screen.ask ? typedHelp : ''
  const draw = () => {
    if (!known) return
    const { columns, rows } = screen.size()
    const below = answer === '' ? [] : ['', answer]
    // A long answer goes on in the next row; behind it stand an empty row and the question.
    const taken = below.length + Math.floor(widthOf(answer) / (columns ?? Infinity)) + 2
    const fit = { columns, rows: rows && Math.max(1, rows - taken) }
    screen.show([...overviewLines(known, { now: now(), ...fit }), ...below])
  }
  const asking = askHub(path, { ask: 'watch' }, (reply) => {
    if (reply.kind === 'overview') known = reply.overview
    draw()
  })
  // Ages grow by themselves; where nothing is redrawn each line stays with its time.
  const redraw = screen.ask && setInterval(draw, redrawMs)
  const typed = screen.ask && carryTyped(screen.ask)

  async function carryTyped(ask: NonNullable<Screen['ask']>): Promise<'left'> {
    let by = ''
    for (;;) {
      const line = await ask('> ')
      if (line === undefined) return 'left'
      if (!known) continue
      const wish = readTyped(line, known)
      if (!wish.ok) answer = wish.error
      else if (wish.value === 'leave') return 'left'
      else if (wish.value === 'nothing') answer = typedHelp
      else {
        if (wish.value.ask !== 'attend') by = (by || (await ask('Your name: '))?.trim()) ?? ''
        const request = await requestOf(wish.value, by, known, ask)
        if (!request) answer = 'Nothing was sent.'
        else if (controlRequest.safeParse(request).success)
          answer = describeReply(await askHubOnce(path, request))
        else {
          by = ''
          answer = 'That is too long; nothing was sent.'
        }
      }
      draw()
    }
  }

  try {
    const end = await Promise.race([asking.ended, ...(typed ? [typed] : [])])
    if (end === 'left') return undefined
    return end === undefined ? 'the hub has ended.' : describeReply(end)
  } finally {
    clearInterval(redraw)
    asking.close()
    screen.close()
  }
}

/** Completes the request to the hub for a wish; undefined if the person changed their mind. */
async function requestOf(
  wish: Exclude<Wish, string>,
  by: string,
  { stations }: Overview,
  ask: NonNullable<Screen['ask']>,
): Promise<ControlRequest | undefined> {
  if (wish.ask === 'attend') return wish
  if (by === '') return undefined
  if (wish.ask === 'come') return { ...wish, by }
  const name = stations.find(({ from }) => from === wish.to)?.name ?? ''
  const reason = (await ask(`Why, at ${oneLine(name)}? `))?.trim()
  return reason ? { ...wish, by, reason } : undefined
}

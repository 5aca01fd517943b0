import type { Session } from 'electron'
import type { OwnAnswer } from '../../form-view/pages.ts'
import { ownScheme } from './api.ts'

type Answering = (url: string) => OwnAnswer | undefined

/** Decides what each session answers with now; a session is used again, but its handler is set once. */
const answering = new WeakMap<Session, Answering>()

/** Has a session load only what `answer` has for an address that `isOwn`, or Chromium's own tools; returns how to stop. */
export function answerFromMemory(
  session: Session,
  isOwn: (url: string) => boolean,
  answer: Answering,
  devTools = false,
): () => void {
  session.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !isOwn(url) && !(devTools && url.startsWith('devtools:')) }),
  )
  if (!answering.has(session))
    session.protocol.handle(ownScheme, ({ url }) => {
      const { status, headers, body } = answering.get(session)?.(url) ?? nothing
      return new Response(body ? new Uint8Array(body) : null, { status, headers })
    })
  answering.set(session, (url) => (isOwn(url) ? answer(url) : undefined))
  return () => void answering.set(session, () => undefined)
}

const nothing: OwnAnswer = { status: 404, headers: {} }

import type { calls } from './actors.ts'

/** A call that threw instead of resolving to a `Result`: logged as the bug it is, and a person takes over. */
export const onBug = {
  target: '#askStaff',
  actions: ['noteBug', { type: 'callStaff', params: 'bug' }],
} as const

/** What follows when a call failed and nothing more particular was said: wait at `target`, out of service, or staff. */
function failures<const T extends string>(target: T) {
  return [
    {
      guard: { type: 'failedMeaning', params: 'wait' },
      target,
      actions: ['logFailure', 'countFailure'],
    },
    {
      guard: { type: 'failedMeaning', params: 'outOfService' },
      target: '#ended',
      actions: ['logFailure', { type: 'end', params: 'outOfService' }],
    },
    { target: '#askStaff', actions: ['logFailure', 'callStaffForFailure'] },
  ] as const
}

/**
 * A step that asks the service something: `outcomes` are what its answers lead to, one after the other; a call
 * that failed otherwise waits at `waitAt`.
 */
export function asking<
  const Source extends keyof typeof calls,
  Input,
  const Outcomes extends readonly unknown[],
  const WaitAt extends string,
>(src: Source, input: Input, outcomes: Outcomes, waitAt: WaitAt) {
  return {
    tags: ['calling'],
    invoke: { src, input, onDone: [...outcomes, ...failures(waitAt)], onError: onBug },
  } as const
}

/** Waits for the service: tries again at `target` by itself, sooner when the patient asks for it. */
export function waitThen<const T extends string>(target: T) {
  return {
    tags: ['waiting'],
    // What is offered to those who wait long is offered then, and not with the next try.
    after: { backoff: target, offerTime: { actions: [] } },
    on: { retry: target },
  } as const
}

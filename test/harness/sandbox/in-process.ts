import type { Hono } from 'hono'
import type { Env } from '../../../sandbox/http/env.ts'
import { createSandbox, placeSandbox } from '../../../sandbox/sandbox.ts'
import type { Sandbox, SandboxOptions } from '../../../sandbox/sandbox.ts'
import { askApp, ServiceDispatcher } from '../../service-variants/service-dispatcher.ts'

/** The applications of the sandboxes of this process, by their origins. */
const apps = new Map<string, Hono<Env>>()

/** The application that stands at an address; undefined: ask the network. */
export function appAt(url: string): Hono<Env> | undefined {
  return apps.get(new URL(url).origin)
}

/** A sandbox without sockets: `send` and a client with its dispatcher reach it. */
export function openSandbox(
  options: SandboxOptions = {},
): Sandbox & { readonly dispatcher: ServiceDispatcher } {
  const made = createSandbox(options)
  const number = apps.size
  const urls = { api: `https://intake-${number}.example`, pages: `https://forms-${number}.example` }
  apps.set(urls.api, made.api).set(urls.pages, made.pages)
  const dispatcher = new ServiceDispatcher({
    answer: (request) => askApp(made.api, urls.api, request),
  })
  return { ...placeSandbox(made, urls, () => Promise.resolve()), dispatcher }
}

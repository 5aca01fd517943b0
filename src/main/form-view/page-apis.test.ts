import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { removeWebApis } from './page-apis.ts'

/** Runs a script in a realm like a page's, at this host, after the forbidden interfaces are removed. */
const said = (script: string, hostname = 'forms.example.com'): unknown =>
  runInNewContext(`
    globalThis.location = { hostname: ${JSON.stringify(hostname)} }
    globalThis.EyeDropper = globalThis.PressureObserver = globalThis.Kept = class {}
    globalThis.DOMException = class extends Error {
      constructor(message, name) { super(message); this.name = name }
    }
    globalThis.Navigator = class {
      vibrate() {} setAppBadge() {} clearAppBadge() {} get serviceWorker() {} get keyboard() {} kept() {}
    }
    globalThis.Document = class {
      requestStorageAccess() {} requestStorageAccessFor() {} kept() {}
      get domain() { return location.hostname } set domain(_) { throw 'native' }
    }
    globalThis.ServiceWorkerContainer = class { register() { return 'registered' } getRegistrations() {} }
    globalThis.moveTo = () => 'moved'
    globalThis.told = []
    globalThis.Event = class { constructor(type) { this.type = type } }
    globalThis.EventTarget = class { dispatchEvent(event) { told.push(event.type) } }
    globalThis.visualViewport = new EventTarget()
    ;(${removeWebApis.toString()})('asked')
    ;${script}`)

it('takes from a page what no header takes, and nothing beside it', () => {
  const left = said(`[
      ...['EyeDropper', 'PressureObserver', 'Kept'].filter((name) => name in globalThis),
      ...Object.getOwnPropertyNames(Navigator.prototype),
      ...Object.getOwnPropertyNames(Document.prototype),
      String(moveTo()),
    ].join()`)
  expect(left).toBe('Kept,constructor,serviceWorker,kept,constructor,kept,domain,undefined')
})

it('leaves the door to service workers where it is, and refuses each of them', async () => {
  const refused = said(
    `new ServiceWorkerContainer().register('/worker.js').catch(({ name }) => name)`,
  )
  await expect(refused).resolves.toBe('SecurityError')
  expect(said(`typeof ServiceWorkerContainer.prototype.getRegistrations`)).toBe('function')
  expect(said(`new ServiceWorkerContainer().register('/w.js').catch(() => {}); told.join()`)).toBe(
    'asked',
  )
  await expect(
    said(`try { delete ServiceWorkerContainer.prototype.register } catch {}
      try { ServiceWorkerContainer.prototype.register = () => 'own' } catch {}
      new ServiceWorkerContainer().register().catch(({ name }) => name)`),
  ).resolves.toBe('SecurityError')
})

it.each([
  ['forms.example.com', 'forms.example.com', 'kept'],
  ['forms.example.com', 'example.com', 'kept'],
  ['forms.example.com', 'evil.com', 'SecurityError'],
  ['forms.example.com', 'com', 'SecurityError'],
  ['127.0.0.1', '127.0.0.1', 'kept'],
  ['127.0.0.1', '0.0.1', 'SecurityError'],
])('at %s takes %s for its domain as a browser does: %s', (host, domain, how) => {
  const outcome = said(
    `const document = new Document()
     let how = 'kept'
     try { document.domain = '${domain}' } catch (error) { how = error.name ?? error }
     how + ' ' + document.domain`,
    host,
  )
  expect(outcome).toBe(`${how} ${host}`)
})

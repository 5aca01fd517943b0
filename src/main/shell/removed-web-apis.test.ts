import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { removeWebApis } from './removed-web-apis.ts'

it('takes from a page what no header takes, and nothing beside it', () => {
  const left: unknown = runInNewContext(`
    globalThis.EyeDropper = globalThis.PressureObserver = globalThis.Kept = class {}
    globalThis.Navigator = class {
      vibrate() {} setAppBadge() {} clearAppBadge() {} get serviceWorker() {} get keyboard() {} kept() {}
    }
    globalThis.Document = class { requestStorageAccess() {} requestStorageAccessFor() {} kept() {} }
    globalThis.moveTo = () => 'moved'
    ;(${removeWebApis.toString()})()
    ;[
      ...['EyeDropper', 'PressureObserver', 'Kept'].filter((name) => name in globalThis),
      ...Object.getOwnPropertyNames(Navigator.prototype),
      ...Object.getOwnPropertyNames(Document.prototype),
      String(moveTo()),
    ].join()`)
  expect(left).toBe('Kept,constructor,kept,constructor,kept,undefined')
})

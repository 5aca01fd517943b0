import { startNameServer } from './name-server.ts'
import { readTraffic, type Traffic } from './network-namespace.ts'

/** Network traffic of the programs in a namespace since it was made. */
export interface NamespaceTraffic extends Traffic {
  /** Names that the name server was asked for, each as often as it was. */
  readonly asked: readonly string[]
}

/** Watches this process's network namespace from now on; to be called before anything else is started there. */
export async function watchNamespace(): Promise<{ readonly end: () => Promise<NamespaceTraffic> }> {
  const names = await startNameServer()
  return {
    async end() {
      await names.close()
      return { asked: names.asked, ...(await readTraffic()) }
    },
  }
}

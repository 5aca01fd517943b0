import type { PanelMember } from '../../../shared/staff-members.ts'
import { mayUse, type PanelPart } from '../../../shared/staff-rights.ts'
import type { StaffPorts } from '../ports.ts'

type Service = Exclude<keyof StaffPorts, 'audit' | 'testConnection' | 'members'>
type Methods<T> = { readonly [Name in keyof T]?: PanelPart }

/** What of each service changes something or tells of a patient; all else is read for a page by whoever may open it. */
const needs: { readonly [S in Service]: Methods<NonNullable<StaffPorts[S]>> } = {
  pin: { choose: 'kiosk' },
  auditService: { settle: 'patients', verify: 'kiosk' },
  credentials: { give: 'kiosk', remove: 'kiosk', removePrevious: 'kiosk' },
  settings: { change: 'kiosk', reset: 'kiosk' },
  formOrigins: { confirm: 'kiosk' },
  refusedOrigins: { allow: 'kiosk' },
  intakes: {
    ...({ open: 'patients', again: 'patients', read: 'patients' } as const),
    ...({ choose: 'patients', createPatient: 'patients', tryNow: 'patients' } as const),
    ...({ takeOver: 'patients', discard: 'patients', savePdf: 'patients' } as const),
  },
  desk: { pair: 'kiosk', unpair: 'kiosk', declineWipe: 'kiosk' },
  kiosk: { setClosed: 'patients', leave: 'kiosk', rotateKey: 'kiosk', forget: 'kiosk' },
}

/**
 * What a session does in a member's name: each call that needs a right is made only where they have it (a command that
 * they have no right to is refused before, so anything else is a bug, and thrown), and what of it is audited names them.
 */
export function portsOf(own: StaffPorts, { id, roles }: PanelMember): StaffPorts {
  const { members } = own
  if (!members) throw new Error('a member of staff where there are none')
  const act = <T>(part: PanelPart | undefined, run: () => T): T => {
    if (part !== undefined && !mayUse(roles, part)) throw new Error('a member has no right to that')
    return members.as(id, run)
  }
  function acting<S extends Service>(name: S): StaffPorts[S] {
    const service = own[name]
    if (service === undefined) return service
    const parts: Readonly<Record<string, PanelPart | undefined>> = needs[name]
    return new Proxy(service, {
      get(target, method) {
        const value: unknown = Reflect.get(target, method)
        const part = typeof method === 'string' ? parts[method] : undefined
        if (typeof value !== 'function' || part === undefined) return value
        return (...given: unknown[]) =>
          act(part, () => Reflect.apply(value as (...all: unknown[]) => unknown, target, given))
      },
    })
  }
  return {
    pin: acting('pin'),
    auditService: acting('auditService'),
    credentials: acting('credentials'),
    testConnection: (onCheck) => act('kiosk', () => own.testConnection(onCheck)),
    settings: acting('settings'),
    formOrigins: acting('formOrigins'),
    refusedOrigins: acting('refusedOrigins'),
    get intakes() {
      return acting('intakes')
    },
    get desk() {
      return acting('desk')
    },
    kiosk: acting('kiosk'),
    members,
    audit: (kind, fields) => act(undefined, () => own.audit(kind, fields)),
  }
}

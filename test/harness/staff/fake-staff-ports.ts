import type { AuditVerdict, StaffPorts } from '../../../src/main/staff/ports.ts'
import type { ConnectionState } from '../../../src/shared/connection.ts'
import { err, ok } from '../../../src/shared/result.ts'
import type { ConnectionCheck, HelpRequest, StaffSetting } from '../../../src/shared/staff.ts'
import { createActingMember } from '../../../src/main/staff/audited-acts.ts'
import { fakeMembers, type FakeMembers } from './fake-members.ts'
import { fakeDesk, type FakeDesk } from './fake-desk.ts'
import { fakeIntakes, type FakeIntakes } from './fake-intakes.ts'

/** A text setting as staff see it. */
function setting(key: string, canChange: boolean): StaffSetting {
  const none = { choices: [], least: null, most: null }
  return { ...none, key, kind: 'text', value: `value of ${key}`, origin: 'file', canChange }
}

export const pair = { clientId: 'client-canary', clientSecret: 'secret-canary' } as const

/** The state of a kiosk as far as staff see and change it; a test may set all of it. */
export abstract class FakeKiosk {
  /** What was asked of it, in order. */
  readonly acts: string[] = []
  closed = false
  requests: HelpRequest[] = []
  questions: ReturnType<StaffPorts['formOrigins']['questions']> = []
  refused: ReturnType<StaffPorts['refusedOrigins']['read']> = { origins: [], setBy: null }
  /** Whether a template group is set, and so the connection's test asks where forms stand. */
  hasTemplateGroup = false
  unusualCodesAt: number | null = null
  since: { partner: number | null; developer: number | null } = { partner: 1, developer: 1 }
  hasPrevious = false
  verdict: AuditVerdict = { holds: true, entries: 7, hash: 'ab12' }
  keyRotates = true
  /** Intakes that were not handed over. */
  waitingIntakes = 0
  connection: ConnectionState = 'online'
  /** Null where they are not switched on. */
  intakes: FakeIntakes | null = null
  /** Null where the kiosk can be paired with nothing. */
  desk: FakeDesk | null = null
  /** Null where the kiosk can be paired with nothing. */
  members: FakeMembers | null = null
  keepsOrigins = true
  /** A test of the connection or of a pair that waits for its end. */
  test: { onCheck: (check: ConnectionCheck) => void; end: (kept: boolean) => void } | undefined
  /** Help number of the visit that there is to keep. */
  visit: string | null = null
  pausing: Promise<void> = Promise.resolve()
  wiping: Promise<void> = Promise.resolve()
  /** The PIN of this kiosk, as it is opened at a start. */
  abstract pin(): StaffPorts['pin']
}

/**
 * What a staff session asks of the kiosk, answered from `kiosk`. Every act is told to `act` first, which may throw:
 * then nothing comes of it.
 */
export function fakeStaffPorts(kiosk: FakeKiosk, act: (what: string) => void): StaffPorts {
  const acting = createActingMember()
  const doing = (what: string) => {
    act(what)
    return Promise.resolve()
  }
  const testing = (what: string, onCheck: (check: ConnectionCheck) => void) => {
    act(what)
    const ended = new Promise<boolean>((resolve) => (kiosk.test = { onCheck, end: resolve }))
    return ended.then((kept) => {
      act(`${what} ended`)
      return kept
    })
  }
  const isClosed = () => {
    act('read closed')
    kiosk.acts.pop()
    return kiosk.closed
  }
  return {
    pin: kiosk.pin(),
    auditService: {
      unusualCodesAt: () => kiosk.unusualCodesAt,
      openRequests: () => kiosk.requests,
      recentOutcomes: () => [{ at: 5, outcome: 'done' }],
      settle: (key) => {
        act(`settle ${key}`)
        kiosk.requests = kiosk.requests.filter((request) => request.key !== key)
      },
      verify: () => {
        act('verify')
        return kiosk.verdict
      },
    },
    credentials: {
      status: () =>
        (['partner', 'developer'] as const).map((name) => ({
          name,
          since: kiosk.since[name],
          hasPrevious: kiosk.hasPrevious,
        })),
      give: (name, given, onCheck) => {
        const isIt = given.clientSecret === pair.clientSecret ? 'the pair' : 'another pair'
        return testing(`give ${name} ${isIt}`, onCheck)
      },
      remove: (name) => act(`remove ${name}`),
      removePrevious: (name) => act(`removePrevious ${name}`),
    },
    testConnection: async (onCheck) => {
      await testing('test', onCheck)
    },
    settings: {
      list: () => [
        setting('service.accountId', false),
        { ...setting('idle.afterMs', true), kind: 'seconds' },
        ...(kiosk.hasTemplateGroup ? [setting('packets.defaultTemplateGroupId', true)] : []),
        setting('identity.phoneRegion', true),
      ],
      change: (key, value) => {
        act(`change ${key} ${value}`)
        return value === 'never' ? err({ expected: 'a number' }) : ok(null)
      },
      reset: (key) => act(`reset ${key}`),
    },
    formOrigins: {
      questions: () => kiosk.questions,
      confirm: (key) => {
        act(`confirm ${key}`)
        if (!kiosk.keepsOrigins) return err({ expected: 'a file that can be written' })
        kiosk.questions = kiosk.questions.filter((one) => one.key !== key)
        return ok(null)
      },
    },
    refusedOrigins: {
      read: () => kiosk.refused,
      allow: (origin) => {
        act(`allow ${origin}`)
        if (!kiosk.keepsOrigins) return err({ expected: 'a file that can be written' })
        const origins = kiosk.refused.origins.filter((one) => one.origin !== origin)
        kiosk.refused = { ...kiosk.refused, origins }
        return ok(null)
      },
    },
    get intakes() {
      return kiosk.intakes ? fakeIntakes(kiosk.intakes, act) : undefined
    },
    get desk() {
      return kiosk.desk ? fakeDesk(kiosk.desk, act) : undefined
    },
    get members() {
      return kiosk.members ? fakeMembers(kiosk.members, acting, act) : undefined
    },
    kiosk: {
      cover: (covered) => act(`cover ${covered ? 'on' : 'off'}`),
      hold: () => {
        if (kiosk.visit !== null) act('hold')
        return kiosk.visit
      },
      goOn: (how) => act(`go on ${how}`),
      pause: () => doing('pause').then(() => kiosk.pausing),
      resume: () => act('resume'),
      wipe: () => doing('wipe').then(() => kiosk.wiping),
      leave: () => act('leave'),
      rotateKey: () => doing('rotate').then(() => kiosk.keyRotates),
      waitingIntakes: () => kiosk.waitingIntakes,
      forget: () => doing('forget'),
      isClosed,
      setClosed: (closed) => {
        act(`close ${closed ? 'on' : 'off'}`)
        kiosk.closed = closed
      },
      connection: () => ({ state: kiosk.connection, since: 7 }),
      ...({ version: '1.2.3', shell: 'browser', name: 'kiosk-1' } as const),
    },
    audit: (kind, fields) =>
      act(['audit', kind, ...Object.values({ ...fields, ...acting.fields() })].join(' ')),
  }
}

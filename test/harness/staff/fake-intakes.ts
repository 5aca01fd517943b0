import type { Intake } from '../../../src/main/offline/intake.ts'
import type { IntakesService, SaveIntakePdf } from '../../../src/main/staff/ports.ts'
import { err, ok } from '../../../src/shared/result.ts'
import type { IntakeFault, IntakeShown, IntakesShown } from '../../../src/shared/staff-intakes.ts'
import { sampleIntake } from '../offline/sample-intakes.ts'

/** The intakes of a kiosk as far as staff see and change them; a test may set all of it. */
export interface FakeIntakes {
  list: IntakesShown
  one: IntakeShown
  told: Intake | null
  /** What the next command, or the next opening, fails with. */
  fault: IntakeFault | null
  savePdf: SaveIntakePdf | undefined
}

const id = '00000000-0000-4000-8000-000000000001'

/** A kiosk with one intake that needs a person; its names and answers say that they are a patient's. */
export function someIntakes(): FakeIntakes {
  const row = { id, helpNumber: '4711', at: 5 }
  return {
    list: {
      ...{ waiting: [], oldest: null, nextTryAt: null, remaining: [], complete: 1 },
      needsPerson: [{ ...row, reason: 'severalMatches' }],
    },
    one: {
      ...row,
      stands: 'needsPerson',
      person: {
        ...{ name: 'canary-name', dateOfBirth: '1990-04-05', phone: 'canary-phone', email: null },
        proved: [],
      },
      reason: 'severalMatches',
      candidates: [{ key: '1', name: 'canary-candidate', dateOfBirth: null }],
      ...{ delivered: 0, of: 0, remains: [], isOtherVersion: false },
      can: ['choose', 'createPatient', 'tryNow', 'takeOver', 'discard'],
    },
    told: sampleIntake({ id }),
    fault: null,
    savePdf: undefined,
  }
}

/** Every act is told to `act` first, which may throw: then nothing comes of it. */
export function fakeIntakes(state: FakeIntakes, act: (what: string) => void): IntakesService {
  const done = (what: string) => {
    act(what)
    return state.fault ? err({ kind: state.fault }) : ok(null)
  }
  const opened = () => ({ shown: state.one, told: state.told })
  return {
    list: () => state.list,
    open(of) {
      const answer = done(`open ${of}`)
      return answer.ok ? ok(opened()) : answer
    },
    again: opened,
    read(of) {
      const answer = done(`read ${of}`)
      const answers = [
        { label: 'Question', answer: { kind: 'text' as const, text: 'canary-answer' } },
      ]
      return answer.ok ? ok([{ name: 'Form', answers }]) : answer
    },
    choose: (of, candidate) => done(`choose ${of} ${candidate}`),
    createPatient: (of) => done(`createPatient ${of}`),
    tryNow: (of) => done(`tryNow ${of}`),
    takeOver: (of) => done(`takeOver ${of}`),
    discard: (of, reason) => done(`discard ${of} ${reason}`),
    savePdf: state.savePdf,
  }
}

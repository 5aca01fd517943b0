import type { GuardSuite } from '../guard.ts'

const matchingSteps = 'src/main/visit/machine/matching-steps.ts'
const patientCommands = 'src/shared/patient-command.ts'

/** The guards of a visit: what a screen may know, who may command, and what follows its end. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/visit/view/view.test.ts', 'src/main/visit/machine/every-state.test.ts'],
  guards: [
    {
      name: 'views: the address of the forms is in none',
      without: [
        [
          'src/main/visit/view/view.ts',
          'completing: ({ packet, captureId,',
          'completing: ({ url, packet, captureId,',
        ],
        ['src/main/visit/view/view.ts', 'packetName: packet?.name ?? null,', 'packetName: url,'],
      ],
      test: 'whatever way a visit goes',
    },
    {
      name: 'views: the id of a packet is in none',
      without: [
        [
          'src/main/visit/machine/event-values.ts',
          'return String(index + 1)',
          "return String(['packet-canary'][index] ?? index)",
        ],
      ],
      test: 'whatever way a visit goes|one packet|three packets',
      files: ['src/main/visit/machine/finding-forms.test.ts'],
    },
    {
      name: 'views: nothing of a record is shown before the date of birth matched',
      without: [
        [
          matchingSteps,
          "{ guard: 'succeeded', target: '#dateOfBirth', actions: 'keepPatient' }",
          "{ guard: 'succeeded', target: '#findingForms', actions: 'keepPatient' }",
        ],
      ],
      test: 'shows nothing of a record before',
    },
    {
      name: 'views: no match, several and another date of birth look alike',
      without: [
        [
          matchingSteps,
          "guard: { type: 'failedAs', params: 'notFound' },\n          target: '#askStaff'",
          "guard: { type: 'failedAs', params: 'notFound' },\n          target: '#nothingWaiting'",
        ],
      ],
      test: 'shows one and the same screen',
    },
    {
      name: 'visit: a date of birth that was typed is forgotten once it was compared',
      without: [[matchingSteps, '    typedDate: null,', '']],
      test: 'whatever way a visit goes',
    },
    {
      name: 'visit: a contact is proved before its record is asked for',
      without: [
        [
          'src/main/visit/machine/actors.ts',
          'ports.service.proofStatus(proof, signal),',
          "ports.service.proofStatus(proof, signal).then(() => ok({ state: 'proved' as const, verified: [] })),",
        ],
      ],
      test: 'both required',
      files: ['src/main/visit/machine/identity.test.ts'],
    },
    {
      name: 'visit: the log knows its steps by number, and no secret',
      without: [
        [
          'src/main/visit/machine/visit-setup.ts',
          "context.ports.log.event('visitEnded', { reason: context.ending })",
          "context.ports.log.event('visitEnded', { reason: context.ending, detail: context.url ?? context.contact ?? '' })",
        ],
      ],
      test: 'whatever way a visit goes',
    },
    {
      name: 'commands: one that is malformed is refused',
      without: [
        [
          patientCommands,
          'z.strictObject({ type: z.literal(type), ...shape })',
          'z.looseObject({ type: z.literal(type), ...shape })',
        ],
      ],
      test: 'refuses what is malformed',
      files: ['src/main/ipc/router.test.ts'],
    },
    {
      name: 'commands: nothing too long comes in',
      without: [
        [
          patientCommands,
          "commandOf('submitContact', { value: z.string().check(z.maxLength(254)) })",
          "commandOf('submitContact', { value: z.string() })",
        ],
      ],
      test: 'refuses what is malformed',
      files: ['src/main/ipc/router.test.ts'],
    },
  ],
}

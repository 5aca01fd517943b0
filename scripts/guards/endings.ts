import type { GuardSuite } from '../guard.ts'

const fillingIn = 'src/main/visit/machine/filling-in-steps.ts'
const watch = 'src/main/visit/machine/completion-watch.ts'
const oddEndings = ['src/main/visit/machine/endings.test.ts']

/** The guards of a form's end: nobody is left with a page that is over, and the service is not asked too often. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/visit/machine/endings.test.ts'],
  guards: [
    {
      name: 'endings: the service is asked upon what a page does',
      without: [
        ['src/main/visit/machine/form-steps.ts', "'form.sign': { actions: 'tellWatch' },", ''],
        [fillingIn, "{ actions: 'tellWatch' },", ''],
      ],
      test: 'within 3 s of a sign that seldom comes',
    },
    {
      name: 'endings: the service is asked without a sign, too',
      without: [[watch, 'const slowPatrolMs = 30_000', 'const slowPatrolMs = 3_000_000']],
      test: 'within 35 s without any sign',
    },
    {
      name: 'endings: watching has a budget',
      without: [[watch, 'const ready = readyInMs(budget, wanted, now)', 'const ready = 0']],
      test: 'adds at most 40 calls',
    },
    {
      name: 'endings: an outage is nothing to the patient, nor asked about all the time',
      without: [[watch, "wanted === 'patrol' || failures > 0", "wanted === 'patrol'"]],
      test: 'is silent in an outage',
    },
    {
      name: 'endings: a page has time to say that all is done',
      without: [
        [fillingIn, "'packet.completed': { target: '.complete', actions: noteComplete },", ''],
      ],
      test: 'leaves the page time to say so',
    },
    {
      name: 'endings: a touch delays "All done" no longer than so',
      without: [[fillingIn, 'after: { longestLingerTime: allDone },', '']],
      test: 'leaves the page time to say so',
    },
    {
      name: 'endings: a form that is gone is not opened again once it is complete',
      without: [
        [
          fillingIn,
          "onDone: [{ guard: { type: 'packetIs', params: true }, ...allDone }, ...orOpenAgain]",
          'onDone: orOpenAgain',
        ],
      ],
      test: 'is not opened again once the packet is complete',
      files: oddEndings,
    },
    {
      name: 'endings: a page that asked to be closed is no way back',
      without: [
        [
          fillingIn,
          "[{ guard: 'pageIsOver', target: '#opening' }, '#completing'] as const",
          "['#completing'] as const",
        ],
      ],
      test: 'the way back opens the form anew',
      files: oddEndings,
    },
    {
      name: 'endings: the service is asked before an idle visit is wiped',
      without: [
        ['src/main/visit/machine/overlay.ts', "['markTime', 'askBeforeWipe']", "['markTime']"],
      ],
      test: 'of an idle visit the service is asked',
      files: oddEndings,
    },
    {
      name: 'endings: the service is asked before a long visit is wiped',
      without: [
        ['src/main/visit/machine/visit-length.ts', ", 'askBeforeWipe'", ''],
        ['src/main/visit/machine/visit-length.ts', "        'packet.completed': 'counting',\n", ''],
      ],
      test: 'of one that lasts too long it is asked, too',
      files: oddEndings,
    },
  ],
}

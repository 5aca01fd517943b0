import { testBusFaults } from '../../../test/conformance/bus/bus-fault-suite.ts'
import { testHostileBus } from '../../../test/conformance/bus/bus-hostile-suite.ts'
import { testBus } from '../../../test/conformance/bus/bus-suite.ts'
import { openEmbeddedWorld } from '#harness/bus/worlds.ts'

for (const suite of [testBus, testBusFaults, testHostileBus])
  suite('at the embedded broker', openEmbeddedWorld)

import { testBusBursts } from '../../../test/conformance/bus/bus-burst-suite.ts'
import { testBusFaults } from '../../../test/conformance/bus/bus-fault-suite.ts'
import { testHostileBus } from '../../../test/conformance/bus/bus-hostile-suite.ts'
import { testBus } from '../../../test/conformance/bus/bus-suite.ts'
import { openEmbeddedWorld } from '../../../test/harness/bus/worlds.ts'

testBus('at the embedded broker', openEmbeddedWorld)
testBusFaults('at the embedded broker', openEmbeddedWorld)
testHostileBus('at the embedded broker', openEmbeddedWorld)
testBusBursts('at the embedded broker', openEmbeddedWorld)

import { testBusBursts } from '../../../test/conformance/bus/bus-burst-suite.ts'
import { testBusFaults } from '../../../test/conformance/bus/bus-fault-suite.ts'
import { testHostileBus } from '../../../test/conformance/bus/bus-hostile-suite.ts'
import { testBus } from '../../../test/conformance/bus/bus-suite.ts'
import { openInProcessWorld } from '../../../test/harness/bus/worlds.ts'

testBus('in one process', openInProcessWorld)
testBusFaults('in one process', openInProcessWorld)
testHostileBus('in one process', openInProcessWorld, { hasRights: false })
testBusBursts('in one process', openInProcessWorld)

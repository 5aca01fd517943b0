import { testBusBursts } from '../../../test/conformance/bus/bus-burst-suite.ts'
import { testBusFaults } from '../../../test/conformance/bus/bus-fault-suite.ts'
import { testHostileBus } from '../../../test/conformance/bus/bus-hostile-suite.ts'
import { testBus } from '../../../test/conformance/bus/bus-suite.ts'
import { openMosquittoWorld } from '../../../test/harness/bus/worlds.ts'

testBus('at Mosquitto', openMosquittoWorld)
testBusFaults('at Mosquitto', openMosquittoWorld)
testHostileBus('at Mosquitto', openMosquittoWorld)
testBusBursts('at Mosquitto', openMosquittoWorld)

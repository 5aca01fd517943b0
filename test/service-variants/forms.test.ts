import { testRowsOf } from './test-rows.ts'

testRowsOf('packets', 'new packet', 'address', 'completed')

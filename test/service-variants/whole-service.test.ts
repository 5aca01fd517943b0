import { testRowsOf } from './test-rows.ts'

testRowsOf('token', 'transport', 'convention', 'check', 'errors', 'requests')

import { testRowsOf } from './test-rows.ts'

testRowsOf('create proof', 'send code', 'verify code', 'proof status', 'match', 'patient')

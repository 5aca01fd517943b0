import { describeShell } from '../conformance.ts'
import { startBrowserSubject } from './browser-subject.ts'

describeShell('browser', 'hostile', startBrowserSubject)

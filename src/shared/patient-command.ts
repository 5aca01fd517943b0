import * as z from 'zod/mini'
import { isCardPicture } from './card-picture.ts'
import { textSize, theme } from './display.ts'
import { focusedField } from './focused-field.ts'
import { formEntry } from './form-entry.ts'
import { keyInput } from './key-input.ts'
import { locale } from './locale.ts'
import { commandOf } from './staff-pages.ts'

export const patientCommand = z.discriminatedUnion('type', [
  // A command that the visit's state does not accept is refused with a `Refusal`; none can name a screen to open.
  commandOf('chooseLanguage', { locale }),
  commandOf('openDisplay', {}),
  commandOf('chooseTextSize', { textSize }),
  commandOf('chooseTheme', { theme }),
  commandOf('lowerScreen', { lowered: z.boolean() }),
  commandOf('closeDisplay', {}),
  commandOf('begin', {}),
  commandOf('submitContact', { value: z.string().check(z.maxLength(254)) }),
  commandOf('useOtherChannel', {}),
  commandOf('submitCode', { code: z.string().check(z.maxLength(12)) }),
  commandOf('resendCode', {}),
  commandOf('callCode', {}),
  commandOf('changeContact', {}),
  /** Shows in whole, once and for a while, where the code went. */
  commandOf('showContact', {}),
  commandOf('haveDeskCode', {}),
  commandOf('submitDeskCode', { code: z.string().check(z.maxLength(12)) }),
  commandOf('leaveDeskCode', {}),
  commandOf('askWithoutContact', {}),
  commandOf('sayForWhom', { isForAnother: z.boolean() }),
  commandOf('submitDateOfBirth', {
    /** As typed: digits only, `year` with four. Main decides whether they make a date. */
    year: z.string().check(z.maxLength(4)),
    month: z.string().check(z.maxLength(2)),
    day: z.string().check(z.maxLength(2)),
  }),
  commandOf('confirmArrival', { key: z.string().check(z.maxLength(8)) }),
  commandOf('passArrival', {}),
  commandOf('askAboutArrival', {}),
  commandOf('openPublicForms', {}),
  commandOf('goOffline', {}),
  commandOf('submitName', {
    firstName: z.string().check(z.maxLength(100)),
    lastName: z.string().check(z.maxLength(100)),
  }),
  commandOf('fillInHere', {}),
  commandOf('useOwnPhone', {}),
  commandOf('leaveOwnPhone', {}),
  commandOf('choosePacket', { key: z.string().check(z.maxLength(8)) }),
  /** A key for the field that `field` names (`completing.typing.token`). The typed text is neither kept nor logged. */
  commandOf('pressKey', { field: focusedField.shape.token, key: keyInput }),
  commandOf('hideKeyboard', {}),
  commandOf('showKeyboard', {}),
  commandOf('closePaper', {}),
  commandOf('enterForm', { at: formEntry }),
  commandOf('finish', {}),
  commandOf('backToForms', {}),
  commandOf('leaveUnfinished', {}),
  commandOf('answerDialog', {
    number: z.int(),
    accepted: z.boolean(),
    text: z.string().check(z.maxLength(200)),
  }),
  /** The picture that the patient took for the form's page (`camera`), a JPEG in base64. It is neither kept nor logged. */
  commandOf('givePicture', { number: z.int(), picture: z.string().check(z.refine(isCardPicture)) }),
  commandOf('retry', {}),
  commandOf('done', {}),
  commandOf('checkInAnother', {}),
  commandOf('help', {}),
  commandOf('closeHelp', {}),
  commandOf('cancelHelp', {}),
  commandOf('doneHelping', {}),
  commandOf('startOver', {}),
  commandOf('cancelStartOver', {}),
  commandOf('confirmStartOver', {}),
  commandOf('stillHere', {}),
  /** The patient touched or typed; sent at most once a second. Only restarts the idle time. */
  commandOf('activity', {}),
])

export type PatientCommand = z.infer<typeof patientCommand>

import { z } from 'zod'
import { assumed, model } from '../mark.ts'
import { get, operations, post, put } from '../operation.ts'
import { calendarDay, e164, id, isoDate, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/remote-care/conversion'

const conversion = model('RemoteCareConversion', 'remote-care-conversion-shape', {
  id,
  locationId: id.nullish(),
  status: z.string().nullish().describe('INITIALIZED, IN_PROGRESS or CONVERTED.'),
  patient: z
    .looseObject({
      firstName: z.string().nullish(),
      lastName: z.string().nullish(),
      email: z.string().nullish(),
      mobilePhone: z.string().nullish(),
      dateOfBirth: calendarDay.nullish(),
    })
    .nullish(),
  selectedServices: z.array(z.string()).nullish(),
  attemptLinks: z.array(z.looseObject({ attemptId: id })).nullish(),
  createdAt: timestamp.nullish(),
  updatedAt: timestamp.nullish(),
})

const conversionBody = assumed(
  z.strictObject({
    patient: z
      .strictObject({
        firstName: z.string().min(1).optional(),
        lastName: z.string().min(1).optional(),
        email: z.email().optional(),
        mobilePhone: e164.optional(),
        dateOfBirth: isoDate.optional(),
      })
      .optional(),
    selectedServices: z.array(z.string().min(1)).optional(),
    attemptLinks: z.array(z.strictObject({ attemptId: id })).optional(),
  }),
  'remote-care-conversion-shape',
).meta({
  id: 'RemoteCareConversionBody',
  examples: [
    {
      patient: { firstName: 'Ada', lastName: 'Reed', mobilePhone: '+12065550123' },
      selectedServices: ['Remote monitoring'],
      attemptLinks: [{ attemptId: 81 }],
    },
  ],
})

export const remoteCareConversions = operations(
  'partner.remoteCareConversions',
  'Remote care conversion',
  {
    create: post(base, 'Initialize a conversion tracking record.', {
      body: conversionBody,
      answer: conversion,
      assumes: ['created-status'],
      status: 201,
    }),

    get: get(`${base}/{id}`, 'One conversion.', { answer: conversion }),

    update: put(
      `${base}/{id}`,
      'Partial update of patient data, selected services and attempt links.',
      { body: conversionBody, answer: conversion },
    ),
  },
)

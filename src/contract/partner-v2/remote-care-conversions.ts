import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { calendarDay, e164, id, isoDate, locationPath, pathId, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/remote-care/conversion'
const section = 'Remote care conversion'
const inConversion = z.strictObject({ ...locationPath, id: pathId })

const conversion = assumed(
  z.looseObject({
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
  }),
  'remote-care-conversion-shape',
).meta({ id: 'RemoteCareConversion' })

/** What a conversion begins with, and what may change on it later. */
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

/** Records that follow a patient into remote care. */
export const remoteCareConversions = {
  /** Begins a record. Partner API v2, “Remote care conversion”. */
  create: defineOperation({
    id: 'partner.remoteCareConversions.create',
    interface: 'partner',
    method: 'POST',
    path: base,
    section,
    summary: 'Initialize a conversion tracking record.',
    params: z.strictObject(locationPath),
    body: conversionBody,
    answer: conversion,
    status: 201,
    assumes: ['created-status'],
  }),

  /** One record. Partner API v2, “Remote care conversion”. */
  get: defineOperation({
    id: 'partner.remoteCareConversions.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{id}`,
    section,
    summary: 'One conversion.',
    params: inConversion,
    answer: conversion,
    status: 200,
  }),

  /** Changes what the body names and nothing else. Partner API v2, “Remote care conversion”. */
  update: defineOperation({
    id: 'partner.remoteCareConversions.update',
    interface: 'partner',
    method: 'PUT',
    path: `${base}/{id}`,
    section,
    summary: 'Partial update of patient data, selected services and attempt links.',
    params: inConversion,
    body: conversionBody,
    answer: conversion,
    status: 200,
  }),
}

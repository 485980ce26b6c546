import { StatusCodes } from 'node-opcua-client'
import { expect, it, test } from 'vitest'
import { isGood, meanings, statusFault } from './status.ts'

it.each([
  ['BadNodeIdUnknown', 1715, false],
  ['BadTypeMismatch', 1716, false],
  ['BadOutOfRange', 1718, false],
  ['BadEncodingError', 1728, false],
  ['BadDecodingError', 1728, false],
  ['BadDeviceFailure', 1721, false],
  ['BadSensorFailure', 1721, false],
  ['BadNotWritable', 2002, false],
  ['BadUserAccessDenied', 1745, false],
  ['BadTimeout', 1714, false],
  ['BadTooManyOperations', 1711, false],
  ['UncertainLastUsableValue', 1747, false],
  ['BadSessionIdInvalid', 1722, true],
  ['BadSecureChannelClosed', 1722, true],
] as const)('%s is %i', (name, code, broken) => {
  const status = StatusCodes[name]
  expect(isGood(status)).toBe(false)
  expect(statusFault(status)).toMatchObject({ code, broken })
  expect(statusFault(status).message).toMatch(new RegExp(`^${name} \\(0x[0-9A-F]{8}\\)$`))
  // The status of a single value does not break the connection.
  expect(statusFault(status, true).broken).toBe(false)
})

test('good statuses with additional information are good', () => {
  expect(isGood(StatusCodes.Good)).toBe(true)
  expect(isGood(StatusCodes.GoodLocalOverride)).toBe(true)
})

test('every status name used here is one of the standard', () => {
  for (const [, names] of meanings) for (const name of names) expect(StatusCodes, name).toHaveProperty(name)
})

// The torture of the battery on a made-up driver over each transport.
import { describe, expect, it, test } from 'vitest'
import { about, type Check, caseOf, openerOf } from './made-up-device.ts'
import { tortureDriver } from './torture.ts'

const transports = ['tcp', 'udp', 'listen'] as const

describe.each(transports)('a driver over %s', (transport) => {
  it('with all checks returns only true values, and recovers', async () => {
    const outcome = await tortureDriver(about, openerOf(transport), caseOf(transport))
    expect(outcome).toMatchObject({ wrong: [], lost: [] })
    expect(outcome.good).toBeGreaterThan(50)
    expect(outcome.faults).toMatchObject({ 1714: expect.any(Number) })
    expect(outcome.done).toMatchObject({ lost: expect.any(Number), 'from another unit': expect.any(Number) })
  })

  test.each<Check>(['number', 'unit'])('without a check of the %s is found', async (missing) => {
    const { wrong } = await tortureDriver(about, openerOf(transport, missing), caseOf(transport))
    expect(wrong).not.toEqual([])
  })
})

test('a driver that does not check the sum of a cut answer is found', async () => {
  const { wrong } = await tortureDriver(about, openerOf('tcp', 'sum'), caseOf('tcp'))
  expect(wrong.join('\n')).toMatch(/: .*(cut|segments)/)
})

test('a driver that accepts datagrams of other senders is found', async () => {
  const of = caseOf('udp')
  // The datagram is right but for its values and its sender.
  const forged = { ...of, fromOther: (answer: Buffer) => withUnit(of.fromOther!(answer)) }
  const { wrong } = await tortureDriver(about, openerOf('udp', 'source'), forged)
  expect(wrong.join('\n')).toContain('after that of another address')
})

/** The answer with the unit of the driver's device and a right sum. */
function withUnit(answer: Buffer): Buffer {
  answer[0] = 1
  answer[answer.length - 1] = answer.subarray(0, -1).reduce((sum, byte) => sum + byte, 0) & 0xff
  return answer
}

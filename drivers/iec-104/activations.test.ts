// Which answer belongs to which request.
import { describe, expect, it } from 'vitest'
import type { DriverFault } from '../driver.ts'
import { Activation, Activations } from './activations.ts'
import { refusedFault, unknownFault } from './faults.ts'

const key = { type: 45, commonAddress: 1, address: 6001, number: 7 }
const answer = { type: 45, cause: 7, commonAddress: 1, isNegative: false, isSequence: false, count: 1, isTest: false }

/** Whether a request is confirmed after an ASDU: true, the code of its fault, or false. */
async function confirmedBy(more: Partial<typeof answer>, address = 6001, acked = 7): Promise<boolean | number> {
  const open = new Activations()
  const activation = open.add(new Activation(key, refusedFault))
  open.settle({ ...answer, ...more }, address, acked)
  return activation.confirmed.wait(1, 'nothing arrives').then(
    () => true,
    ({ code }: DriverFault) => (code === 1714 ? false : code),
  )
}

describe('a request', () => {
  it('is confirmed by an answer whose frame acknowledges it', async () => {
    expect(await confirmedBy({})).toBe(true)
    expect(await confirmedBy({ cause: 10 })).toBe(true)
    expect(await confirmedBy({}, 6001, 8)).toBe(true)
  })

  it('is not confirmed by the late answer to an earlier request', async () => {
    expect(await confirmedBy({}, 6001, 6)).toBe(false)
  })

  it.each([
    ['type', { type: 46 }, 6001],
    ['station', { commonAddress: 2 }, 6001],
    ['object', {}, 6002],
    ['cause', { cause: 9 }, 6001],
  ])('is not confirmed by an answer with another %s', async (_name, more, address) => {
    expect(await confirmedBy(more, address)).toBe(false)
  })

  it('fails by a negative answer, also by one that does not repeat its object', async () => {
    expect(await confirmedBy({ isNegative: true })).toBe(1721)
    expect(await confirmedBy({ cause: 47, isNegative: true })).toBe(1715)
    expect(await confirmedBy({ cause: 47, isNegative: true }, 0)).toBe(1715)
    expect(await confirmedBy({ cause: 47, isNegative: true }, 6002)).toBe(false)
    expect(unknownFault(46).message).toContain('common address')
  })

  it('fails with the connection, unless it was released', async () => {
    const open = new Activations()
    const [first, second] = [1, 2].map(() => open.add(new Activation(key, refusedFault))) as [Activation, Activation]
    open.remove(second)
    open.failAll(refusedFault())
    await expect(first.terminated.wait(1000, '')).rejects.toMatchObject({ code: 1721 })
    await expect(second.terminated.wait(1, 'released')).rejects.toMatchObject({ code: 1714 })
  })
})

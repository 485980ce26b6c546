import { describe, expect, test } from 'vitest'
import { errorCode } from '../../../contract/errors.ts'
import { type Browse, isOld, oldAfterMs, readMore, readUpTo, shortAddress, tryAgainMs } from './children.ts'
import type { BrowsedNode } from './contract.ts'

const nodeOf = (index: number): BrowsedNode => ({
  address: `ns=1;i=${index}`,
  name: `V${index}`,
  nodeClass: 'variable',
  hasChildren: false,
})
const fault = { code: errorCode('plcUnreachable'), msg: 'away' }

/** A node with `count` children, two per page; each page is requested a second after the previous one. */
function device(count: number, failsFrom = Number.POSITIVE_INFINITY) {
  const asked: number[] = []
  const browse: Browse = async (_, from) => {
    asked.push(from)
    if (from >= failsFrom) return { fault }
    const nodes = Array.from({ length: Math.min(2, count - from) }, (_each, index) => nodeOf(from + index))
    return { nodes, next: from + 2 < count ? from + 2 : null, askedAt: asked.length * 1000 }
  }
  return { browse, asked }
}

describe('reloaded children', () => {
  test('have the same number as before, and the age of their first page', async () => {
    const { browse, asked } = device(9)
    const listing = await readUpTo(browse, undefined, 3)
    expect(listing).toMatchObject({ next: 4, askedAt: 1000 })
    expect('nodes' in listing && listing.nodes.map(({ name }) => name)).toEqual(['V0', 'V1', 'V2', 'V3'])
    expect(asked).toEqual([0, 2])
  })

  test('may be fewer than before', async () => {
    expect(await readUpTo(device(1).browse, undefined, 100)).toMatchObject({ nodes: [nodeOf(0)], next: null })
  })

  test('report a fault of any page', async () => {
    expect(await readUpTo(device(9, 0).browse, undefined, 4)).toEqual({ fault })
    expect(await readUpTo(device(9, 2).browse, undefined, 4)).toEqual({ fault })
  })
})

test('more children are appended, and keep the age of the first page', async () => {
  const { browse } = device(3)
  const first = await readUpTo(browse, undefined, 0)
  if ('fault' in first) throw new Error('no listing')
  expect(await readMore(browse, undefined, first)).toEqual({
    nodes: [nodeOf(0), nodeOf(1), nodeOf(2)],
    next: null,
    askedAt: 1000,
  })
})

describe('the age of children', () => {
  const listing = { nodes: [nodeOf(0)], next: null, askedAt: 1_000_000 }
  test.each([
    ['just now', 0, true, false],
    ['as long ago as it may be', oldAfterMs, true, false],
    ['longer ago', oldAfterMs + 1, true, true],
    ['just now, with the road to the device cut', 0, false, true],
  ])('%s', (_, ageMs, isHeard, old) => expect(isOld(listing, { now: 1_000_000 + ageMs, isHeard })).toBe(old))
})

describe('a retry', () => {
  test('after a temporary fault has growing pauses and a limit', () => {
    const pauses = Array.from({ length: 11 }, (_, tries) => tryAgainMs(fault, tries))
    expect(pauses[0]).toBe(5000)
    for (let at = 1; at < 10; at++) expect(pauses[at]!).toBeGreaterThanOrEqual(pauses[at - 1]!)
    expect(pauses[10]).toBeUndefined()
    expect(tryAgainMs({ code: -1, msg: '' }, 0)).toBe(5000)
  })

  test('does not happen for a fault that needs a person: repeated logins lock the account', () => {
    for (const name of ['serverLogin', 'plcAddressMissing', 'gatewayTooOld'] as const)
      expect(tryAgainMs({ code: errorCode(name), msg: '' }, 0)).toBeUndefined()
  })
})

test.each([
  ['nsu=http://www.siemens.com/simatic-s7-opcua;s="Motor";"Speed"', '…;s="Motor";"Speed"'],
  ['ns=2;s=nsu=x;y', 'ns=2;s=nsu=x;y'],
  ['i=85', 'i=85'],
])('the address %s is shown as %s', (address, shown) => expect(shortAddress(address)).toBe(shown))

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

/** A node with so many children, two a page; each page is asked a second after the one before. */
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

describe('children that are read again', () => {
  test('are as many as were shown, and as old as the first page of them', async () => {
    const { browse, asked } = device(9)
    const listing = await readUpTo(browse, undefined, 3)
    expect(listing).toMatchObject({ next: 4, askedAt: 1000 })
    expect('nodes' in listing && listing.nodes.map(({ name }) => name)).toEqual(['V0', 'V1', 'V2', 'V3'])
    expect(asked).toEqual([0, 2])
  })

  test('may have become fewer', async () => {
    expect(await readUpTo(device(1).browse, undefined, 100)).toMatchObject({ nodes: [nodeOf(0)], next: null })
  })

  test('are told by their fault, whichever page had it', async () => {
    expect(await readUpTo(device(9, 0).browse, undefined, 4)).toEqual({ fault })
    expect(await readUpTo(device(9, 2).browse, undefined, 4)).toEqual({ fault })
  })
})

test('more children come behind those that stand, and make none of them newer', async () => {
  const { browse } = device(3)
  const first = await readUpTo(browse, undefined, 0)
  if ('fault' in first) throw new Error('no listing')
  expect(await readMore(browse, undefined, first)).toEqual({
    nodes: [nodeOf(0), nodeOf(1), nodeOf(2)],
    next: null,
    askedAt: 1000,
  })
})

describe('what was read', () => {
  const listing = { nodes: [nodeOf(0)], next: null, askedAt: 1_000_000 }
  test.each([
    ['just now', 0, true, false],
    ['as long ago as it may be', oldAfterMs, true, false],
    ['longer ago', oldAfterMs + 1, true, true],
    ['just now, with the road to the device cut', 0, false, true],
  ])('%s', (_, ageMs, isHeard, old) => expect(isOld(listing, { now: 1_000_000 + ageMs, isHeard })).toBe(old))
})

describe('a fault', () => {
  test('that passes is tried again with growing pauses, and not for ever', () => {
    const pauses = Array.from({ length: 11 }, (_, tries) => tryAgainMs(fault, tries))
    expect(pauses[0]).toBe(5000)
    for (let at = 1; at < 10; at++) expect(pauses[at]!).toBeGreaterThanOrEqual(pauses[at - 1]!)
    expect(pauses[10]).toBeUndefined()
    expect(tryAgainMs({ code: -1, msg: '' }, 0)).toBe(5000)
  })

  test('that a person has to mend is not: a login tried again and again locks the account', () => {
    for (const name of ['serverLogin', 'plcAddressMissing', 'gatewayTooOld'] as const)
      expect(tryAgainMs({ code: errorCode(name), msg: '' }, 0)).toBeUndefined()
  })
})

test.each([
  ['nsu=http://www.siemens.com/simatic-s7-opcua;s="Motor";"Speed"', '…;s="Motor";"Speed"'],
  ['ns=2;s=nsu=x;y', 'ns=2;s=nsu=x;y'],
  ['i=85', 'i=85'],
])('the address %s is shown as %s', (address, shown) => expect(shortAddress(address)).toBe(shown))

// Requests and answers against published frames. `plc4x`: captured with a CompactLogix and with an emulator, from the tests
// of Apache PLC4X (CompactLogixSimpleRead.xml, ParserSerializerTestsuiteLittleEndian.xml). Only the frames are used, as
// facts.
import { describe, expect, it, test } from 'vitest'
import type { Point } from '../driver.ts'
import { parseTagAddress, type TagAddress } from './address.ts'
import { answerOf, goodData, requestBytes, services } from './cip.ts'
import { tagData, valueIn } from './data.ts'
import {
  commands,
  connectedData,
  connectedMessage,
  firstFrame,
  frameBytes,
  registerData,
  unconnectedData,
  unconnectedMessage,
} from './encapsulation.ts'
import { cipFault } from './faults.ts'
import { closeRequest, openedConnection, openRequest, routedRequest } from './forward-open.ts'
import { tagPath } from './path.ts'
import { newTag, type Run, readPartRequest, readRequest, type Tag } from './plan.ts'
import { routeBytes } from './route.ts'
import { writeRequests } from './write.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const hex = (from: Uint8Array): string => Buffer.from(from).toString('hex')
const dataOf = (frame: string): Buffer => firstFrame(bytes(frame))!.frame.data
const tagOf = (text: string): Tag => newTag((parseTagAddress(text, { model: 'omron' }) as TagAddress).segments)
const runOf = (text: string): Run => ({ tag: tagOf(text), index: undefined, count: 1, uses: [] })
const backplane = Uint8Array.of(1, 0)

describe('the session of plc4x with a CompactLogix', () => {
  it('is registered', () => {
    const request = bytes('650004000000000000000000504c4334582020200000000001000000')
    const own = frameBytes({ command: commands.register, session: 0, context: 0, data: registerData })
    expect(hex(own.fill(0, 12, 20))).toBe(hex(request.fill(0, 12, 20)))
    const answer = firstFrame(bytes('650004000100430000000000504c4334582020200000000001000000'))!.frame
    expect([answer.command, answer.session, answer.status]).toEqual([0x65, 0x0043_0001, 0])
  })

  const connection = { ours: 33_944, serial: 0x0f43, originator: 42 }
  it('opens a large connection', () => {
    const asked =
      '5b02200624010a0e0200002098840000430f37132a0000000300000034122000a20f004201402000a20f0042a303010020022401'
    const own = hex(openRequest(connection, backplane, 4002, true))
    // Ours differs in what each client chooses: the number proposed for the other direction, and the intervals.
    const neutral = (text: string) => text.slice(0, 16) + text.slice(24, 56) + text.slice(64, 72) + text.slice(80)
    expect(neutral(own)).toBe(neutral(asked))
    expect(hex(unconnectedData(bytes(asked)))).toBe(`000000000000020000000000b2003400${asked}`)
  })

  it('accepts the granted connection', () => {
    const answer = unconnectedMessage(
      dataOf(
        '6f002e000100430000000000504c43345820202000000000000000000000020000000000b2001e00db000000014091ff98840000430f37132a00000034122000014020000000',
      ),
    )
    const data = goodData(answerOf(answer, services.forwardOpenLarge))
    expect(openedConnection(data, connection)).toBe(0xff91_4001)
    expect(() => openedConnection(data, { ...connection, serial: 1 })).toThrow()
  })

  it('reads a tag', () => {
    const asked = '0000000000000200a1000400014091ffb1001a0001004c0a9112486f72697a6f6e74616c506f736974696f6e0100'
    expect(hex(connectedData(0xff91_4001, 1, readRequest(runOf('HorizontalPosition'))))).toBe(asked)
    const answer = connectedMessage(
      dataOf(
        '7000200001004300000000000000000000000000000000000000000000000200a100040098840000b1000c000100cc000000ca0000000000',
      ),
    )
    expect([answer.connection, answer.sequence]).toEqual([33_944, 1])
    const data = tagData(goodData(answerOf(answer.message, services.read)))
    expect(data).toMatchObject({ type: 0xca, handle: undefined })
    const point: Point = { id: 1, address: 'HorizontalPosition', dataType: 'float32', access: 'r' }
    const place = { tag: tagOf('HorizontalPosition'), index: undefined, bit: undefined, isFlag: false }
    const use = { at: 0, point, place }
    expect(valueIn({ ...runOf('HorizontalPosition'), uses: [use] }, data, use, 'utf-8')).toBe(0)
  })

  it('closes the connection and the session', () => {
    expect(hex(closeRequest(connection, backplane)).replace('3713', '....')).toBe(
      '4e02200624010a0e430f37132a0000000300010020022401'.replace('3713', '....'),
    )
    const end = frameBytes({ command: commands.unregister, session: 0x0043_0001, context: 0, data: new Uint8Array() })
    expect(hex(end)).toBe('660000000100430000000000000000000000000000000000')
  })
})

test('a fragmented read is requested as by plc4x', () => {
  const path = '91124b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b910370707000'
  const run = runOf(`${'K'.repeat(18)}.ppp`)
  expect(hex(readPartRequest(run, 0))).toBe(`520d${path}010000000000`)
})

test('an element is written as by plc4x', () => {
  const known = { type: 0xc4, handle: undefined, bytes: 4, capacity: undefined }
  const place = { tag: tagOf('ZZZ_ZZZ_ARRAY'), index: 1, bit: undefined, isFlag: false }
  const asked = '4d09910d5a5a5a5f5a5a5a5f4152524159002801c400010001000000'
  expect(writeRequests(place, known, bytes('01000000'), 500).map(hex)).toEqual([asked])
})

test('a string is read along a route as by plc4x', () => {
  const routed = hex(routedRequest(readRequest(runOf('MyString')), backplane, 3000))
  // The time that the controller may take is chosen by each client.
  const asked = '52022006240105' + '9d0e004c0591084d79537472696e67010001000100'
  expect(routed.slice(0, 12) + routed.slice(16)).toBe(asked.slice(0, 12) + asked.slice(16))
  const text = 'Umm, I now see you in the wireshark capture'
  const answer = `cc000000a002ce0f2b000000${Buffer.from(text).toString('hex')}${'00'.repeat(41)}`
  const data = tagData(goodData(answerOf(bytes(answer), services.read)))
  expect(data).toMatchObject({ type: 0x02a0, handle: 0x0fce })
  const point: Point = { id: 1, address: 'MyString', dataType: 'string', access: 'r' }
  const use = { at: 0, point, place: { tag: tagOf('MyString'), index: undefined, bit: undefined, isFlag: false } }
  expect(valueIn({ ...runOf('MyString'), uses: [use] }, data, use, 'utf-8')).toBe(text)
})

test('a service that the device lacks is answered as to plc4x', () => {
  const answer = unconnectedMessage(
    dataOf('6f0014000100000000000000504c43345820202000000000000000000000020000000000b2000400d2000800'),
  )
  expect(() => goodData(answerOf(answer, services.readPart))).toThrow(expect.objectContaining({ code: 1720 }))
})

describe('paths', () => {
  it.each([
    ['Speed', '910553706565' + '6400'],
    ['a.b', '910161009101' + '6200'],
    ['Grid[1,300,70000]', '910447726964' + '2801' + '29002c01' + '2a0070110100'],
    ['Program:Main.x', '910c50726f6772616d3a4d61696e91017800'],
    ['阀门', `9106${Buffer.from('阀门').toString('hex')}`],
  ])('of %s', (text, path) => {
    expect(hex(tagPath(tagOf(text).segments))).toBe(path)
  })

  it.each([
    ['1,0', '0100'],
    ['1, 3, 2, 192.168.2.20, 1, 0', '0103120c3139322e3136382e322e32300100'],
    ['2,10.0.0.12', '120931302e302e302e313200'],
  ])('along the route %s', (route, path) => {
    expect(hex(routeBytes(route))).toBe(path)
  })

  it('are counted in words', () => {
    expect(hex(requestBytes(0x4c, bytes('91016100'), bytes('0100')))).toBe('4c02910161000100')
  })
})

test.each([
  [0x04, 0, 1715],
  [0x05, undefined, 1715],
  [0x08, undefined, 1720],
  [0x0f, undefined, 1717],
  [0xff, 0x2105, 1715],
  [0xff, 0x2107, 1716],
  [0x01, 0x0204, 1714],
  [0x01, 0x0312, 1722],
  [0x01, 0x0113, 1711],
  [0x02, undefined, 1711],
  [0x07, undefined, 1722],
  [0x77, undefined, 1721],
])('status %d with %s is %d', (code, extended, fault) => {
  expect(cipFault(code, extended)).toMatchObject({ code: fault, broken: false })
  expect(cipFault(code, extended).message).toMatch(/^CIP status [0-9A-F]{2}(\/[0-9A-F]{4})?: \w/)
})

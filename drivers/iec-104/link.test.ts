// The machine of numbers and times, by a clock that the test sets.
import { beforeEach, describe, expect, it } from 'vitest'
import { control, type Frame, FrameReader, modulus } from './apci.ts'
import { Link } from './link.ts'

const params = { k: 3, w: 2, t1Ms: 15_000, t2Ms: 10_000, t3Ms: 20_000 }
const asdu = Buffer.from('640106000a0000000014', 'hex')

let link: Link
/** Frames that the link has sent since the last look, in short: `U7`, `S4`, `I0,2`. */
let sent: string[]
let received: number

const short = (frame: Frame): string => {
  if (frame.kind === 'u') return `U${frame.control.toString(16)}`
  return frame.kind === 's' ? `S${frame.received}` : `I${frame.sent},${frame.received}`
}
const look = (): string[] => sent.splice(0)
const u = (code: number): Frame => ({ kind: 'u', control: code })
const s = (number: number): Frame => ({ kind: 's', received: number })
const i = (number: number, ack = 0): Frame => ({ kind: 'i', sent: number, received: ack, asdu })
const outOfStep = { code: 1712, broken: true }

beforeEach(() => {
  sent = []
  received = 0
  const output = {
    send: (frame: Buffer) => void sent.push(...new FrameReader().take(frame).map(short)),
    receive: () => void received++,
  }
  link = new Link(params, output, 0)
})

const started = (): void => {
  link.start(0)
  link.receive([u(control.startCon)], 0)
  look()
}

describe('the transfer of data', () => {
  it('starts with the confirmation of STARTDT, and stops with that of STOPDT', () => {
    link.start(0)
    expect([look(), link.isStarted, link.hasRoom]).toEqual([['U7'], false, false])
    link.receive([u(control.startCon)], 1)
    expect([link.isStarted, link.hasRoom]).toEqual([true, true])
    link.receive([i(0)], 2)
    link.stop(3)
    expect(look()).toEqual(['S1', 'U13'])
    expect(link.hasRoom).toBe(false)
    link.receive([i(1), u(control.stopCon)], 4)
    expect([link.isStopped, received]).toEqual([true, 2])
  })

  it.each([
    ['data before STARTDT con', () => link.receive([i(0)], 1)],
    ['a station that starts the transfer itself', () => link.receive([u(control.startAct)], 1)],
  ])('is refused for %s', (_name, act) => {
    link.start(0)
    expect(act).toThrow(expect.objectContaining(outOfStep))
  })

  it('is not changed by confirmations that nothing requested', () => {
    link.receive([u(control.startCon), u(control.stopCon), u(control.testCon)], 1)
    expect(link.isStarted).toBe(false)
  })
})

describe('received frames', () => {
  beforeEach(started)

  it('are acknowledged after w of them', () => {
    link.receive([i(0)], 1)
    expect(look()).toEqual([])
    link.receive([i(1)], 2)
    expect(look()).toEqual(['S2'])
  })

  it('are acknowledged after t2, and by a frame of data', () => {
    link.receive([i(0)], 100)
    expect(link.deadline).toBe(10_100)
    expect(link.tick(10_099)).toBeUndefined()
    expect(look()).toEqual([])
    link.tick(10_100)
    expect(look()).toEqual(['S1'])
    link.receive([i(1)], 10_200)
    expect(link.send(asdu, 10_300)).toBe(1)
    expect(look()).toEqual(['I0,2'])
    expect(link.deadline).toBe(10_300 + params.t1Ms)
  })

  it.each([
    ['lost', [i(1)]],
    ['sent twice', [i(0), i(0)]],
  ])('with one that is %s end the connection', (_name, frames) => {
    expect(() => link.receive(frames, 1)).toThrow(expect.objectContaining(outOfStep))
  })

  it('are numbered modulo 32768', () => {
    for (let number = 0; number < modulus + 5; number++) link.receive([i(number % modulus)], number)
    expect(received).toBe(modulus + 5)
    expect(look().at(-1)).toBe(`S${4}`)
  })
})

describe('sent frames', () => {
  beforeEach(started)

  it('are at most k without an acknowledgement', () => {
    for (const number of [1, 2, 3]) expect(link.send(asdu, 0)).toBe(number)
    expect(link.hasRoom).toBe(false)
    expect(() => link.send(asdu, 0)).toThrow('window')
    link.receive([s(2)], 5)
    expect([link.hasRoom, link.acked]).toEqual([true, 2])
    expect(link.send(asdu, 6)).toBe(4)
    expect(look()).toEqual(['I0,0', 'I1,0', 'I2,0', 'I3,0'])
  })

  it.each([
    ['beyond those sent', 3],
    ['before those acknowledged', 0],
    ['far away', 20_000],
  ])('with an acknowledgement %s end the connection', (_name, number) => {
    link.send(asdu, 0)
    link.send(asdu, 0)
    link.receive([s(1)], 1)
    expect(() => link.receive([s(number)], 2)).toThrow(expect.objectContaining(outOfStep))
    expect(() => link.receive([i(0, number)], 2)).toThrow(expect.objectContaining(outOfStep))
  })

  it('that are not acknowledged within t1 end the connection', () => {
    link.send(asdu, 0)
    link.send(asdu, 4000)
    link.receive([s(1)], 5000)
    expect(link.deadline).toBe(4000 + params.t1Ms)
    expect(link.tick(18_999)).toBeUndefined()
    expect(link.tick(19_000)).toMatchObject({ code: 1714, broken: true })
  })

  it('are numbered modulo 32768', () => {
    for (let number = 0; number < modulus + 2; number++) {
      link.send(asdu, number)
      link.receive([s((number + 1) % modulus)], number)
    }
    expect([link.acked, look().at(-1)]).toEqual([modulus + 2, 'I1,0'])
  })
})

describe('an idle connection', () => {
  beforeEach(started)

  it('is tested after t3, and ends if the test is not answered within t1', () => {
    expect(link.deadline).toBe(20_000)
    link.tick(20_000)
    expect(look()).toEqual(['U43'])
    link.tick(25_000)
    expect([look(), link.deadline]).toEqual([[], 35_000])
    expect(link.tick(35_000)).toMatchObject({ code: 1714, broken: true })
  })

  it('stays open if the test is answered', () => {
    link.tick(20_000)
    link.receive([u(control.testCon)], 21_000)
    expect([link.tick(40_999), link.deadline]).toEqual([undefined, 41_000])
  })

  it('answers tests of the station, which count as traffic', () => {
    link.receive([u(control.testAct)], 15_000)
    expect([look(), link.deadline]).toEqual([['U83'], 35_000])
  })

  it('ends if STARTDT is not answered within t1', () => {
    link.start(100)
    expect([link.deadline, link.tick(15_100)]).toMatchObject([15_100, { code: 1714 }])
  })
})

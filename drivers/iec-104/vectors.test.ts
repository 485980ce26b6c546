// Frames against a recorded session of other implementations (IEC-60870-5-104.xml of Apache PLC4X, only the frames, as
// facts), and our frames against the dissector of Wireshark.
import { describe, expect, it } from 'vitest'
import { dissected, hasTshark } from '../../testkit/peers/tshark.ts'
import { isRefusal, type Point } from '../driver.ts'
import { parseTagAddress } from './address.ts'
import { control, FrameReader, iFrame, sFrame, uFrame } from './apci.ts'
import { asduOf, eachObject, headOf } from './asdu.ts'
import { causes, systemTypes } from './causes.ts'
import { commandOf, selecting } from './command.ts'
import { initialIec104 } from './params.ts'
import { layoutOf, type Report, reportAt } from './report.ts'
import { instantOfTag, timeTagBytes } from './time.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'hex')
const common = { cause: causes.activation, originator: 0, commonAddress: 10 }
const interrogation = asduOf({ ...common, type: systemTypes.interrogation, address: 0, element: bytes('14') })

const executed = (address: string, dataType: Point['dataType'], value: number | boolean, more: object = {}) => {
  const params = { ...initialIec104, ...more }
  const parsed = parseTagAddress(address, params)
  if (isRefusal(parsed)) throw new Error(parsed.reason.en)
  const command = commandOf({ id: 1, address, dataType, access: 'w' }, parsed, value, params)
  const element = command.mayBeSelected ? selecting(command) : command.element
  return asduOf({ ...common, type: command.type, address: command.address, element })
}

describe('our frames are those of the recorded session', () => {
  it.each<[name: string, frame: Buffer, recorded: string]>([
    ['TESTFR act', uFrame(control.testAct), '680443000000'],
    ['STARTDT act', uFrame(control.startAct), '680407000000'],
    ['TESTFR con', uFrame(control.testCon), '680483000000'],
    ['interrogation', iFrame(0, 0, interrogation), '680e00000000640106000a0000000014'],
    ['the second interrogation', iFrame(1, 1, interrogation), '680e02000200640106000a0000000014'],
    ['an acknowledgement', sFrame(75), '680401009600'],
    ['single command', iFrame(2, 33, executed('C_SC 2', 'bool', true)), '680e040042002d0106000a0002000001'],
    ['double command off', iFrame(4, 39, executed('C_DC 1', 'bool', false)), '680e08004e002e0106000a0001000001'],
    ['double command on', iFrame(5, 42, executed('C_DC 14', 'uint8', 2)), '680e0a0054002e0106000a000e000002'],
    ['step higher', iFrame(6, 45, executed('C_RC 1', 'bool', true)), '680e0c005a002f0106000a0001000002'],
    ['step lower', iFrame(7, 48, executed('C_RC 12', 'uint8', 1)), '680e0e0060002f0106000a000c000001'],
    ['bitstring', iFrame(8, 51, executed('C_BO 3', 'uint32', 2)), '681110006600330106000a0003000002000000'],
    ['normalized', iFrame(10, 57, executed('C_SE_NA 1', 'int16', 1024)), '681014007200300106000a00010000000400'],
    ['scaled', iFrame(12, 63, executed('C_SE_NB 3', 'int16', 123)), '681018007e00310106000a000300007b0000'],
    ['float', iFrame(14, 69, executed('C_SE_NC 1', 'float32', 3.14)), '68121c008a00320106000a00010000c3f5484000'],
    [
      'another float',
      iFrame(15, 72, executed('C_SE_NC 12', 'float64', 9.87)),
      '68121e009000320106000a000c000085eb1d4100',
    ],
  ])('%s', (_name, frame, recorded) => {
    expect(frame.toString('hex')).toBe(recorded)
  })
})

describe('reports of the recorded session', () => {
  /** The objects in frames: type, cause, address and report. */
  const objectsOf = (hex: string) =>
    new FrameReader().take(bytes(hex)).flatMap((frame) => {
      if (frame.kind !== 'i') return []
      const head = headOf(frame.asdu)
      const layout = layoutOf(head.type)
      const found: { type: number; cause: number; address: number; report: Report }[] = []
      if (layout)
        eachObject(frame.asdu, head, layout.objectBytes, (address, at) =>
          found.push({ type: head.type, cause: head.cause, address, report: reportAt(frame.asdu, at, layout) }),
        )
      return found
    })

  it('have every type in an interrogation, without and with time tags', () => {
    const found = objectsOf(
      '681e08000400050414000a000100000000020000000003000000000400000000682a0a000400070414000a00010000000000000002000000000000000300000000000000040000000000000068220c000400090414000a0001000000000002000000000003000000000004000000000068220e0004000b0414000a00010000000000020000000000030000000000040000000000682a100004000d0414000a0001000000000000000200000000000000030000000000000004000000000000006836120004001e0414000a000b0000003110170884070d0c0000003110170884070d0d0000003110170884070d0e0000003110170884070d6836140004001f0414000a000b0000003110170884070d0c0000003110170884070d0d0000003110170884070d0e0000003110170884070d683a16000400200414000a000b000000003110170884070d0c000000003110170884070d0d000000003110170884070d0e000000003110170884070d684618000400210414000a000b000000000000003110170884070d0c000000000000003110170884070d0d000000000000003110170884070d0e000000000000003110170884070d',
    )
    const at = Date.UTC(2013, 6, 4, 8, 23, 4, 145)
    const types = [5, 7, 9, 11, 13, 30, 31, 32, 33]
    expect(found.map(({ type, address }) => [type, address])).toEqual(
      types.flatMap((type) => [1, 2, 3, 4].map((number) => [type, type < 30 ? number : number + 10])),
    )
    for (const { type, cause, report } of found) {
      expect([cause, report.raw, report.quality]).toEqual([20, 0, 0])
      expect(report.tag && instantOfTag(report.tag, 'UTC')).toBe(type < 30 ? undefined : at)
    }
  })

  it.each<[name: string, hex: string, address: number, raw: number]>([
    ['single point', '680e46000600010103000a0002000001', 2, 1],
    ['single point with time', '68154c0008001e0103000a000d000001c75d170884070d', 13, 1],
    ['double point with time', '681558000c001f0103000a000e000002e679170884070d', 14, 2],
    ['step', '680f5e000e00050103000a000100000100', 1, 1],
    ['step with time', '681664001000200103000a000c00007f00648f170884070d', 12, -1],
    ['bitstring', '68126a001200070103000a000300000200000000', 3, 2],
    ['normalized', '681076001600090103000a00010000000400', 1, 1024],
    ['scaled', '681082001a000b0103000a000300007b0000', 3, 123],
    ['scaled with time', '681788001c00230103000a000e0000c801006412180884070d', 14, 456],
    ['float', '68128e001e000d0103000a00010000c3f5484000', 1, Math.fround(3.14)],
    ['float with time', '681994002000240103000a000c000085eb1d4100e337180884070d', 12, Math.fround(9.87)],
  ])('of a change: %s', (_name, hex, address, raw) => {
    expect(objectsOf(hex)).toMatchObject([{ cause: 3, address, report: { raw, quality: 0 } }])
  })
})

it.skipIf(!hasTshark)('tshark reads our frames as they are meant', () => {
  const tag = timeTagBytes(Date.UTC(2026, 10, 30, 6, 0, 1, 500), 'UTC')
  const clock = asduOf({ ...common, type: systemTypes.clock, address: 0, element: tag })
  const read = asduOf({ ...common, type: systemTypes.read, cause: causes.request, address: 66_051, element: bytes('') })
  const selected = executed('C_SC 6001', 'bool', true, { selectBefore: 'all', pulse: 2 })
  const asduFields = ['typeid', 'causetx', 'addr', 'ioa', 'qoi', 'float', 'sco.on', 'sco.qu', 'sco.se', 'cp56time.hour']
  const linkFields = ['type', 'utype', 'tx', 'rx']
  const fields = [
    ...linkFields.map((name) => `iec60870_104.${name}`),
    ...asduFields.map((name) => `iec60870_asdu.${name}`),
  ]
  const shown = dissected(
    [
      iFrame(3, 4, interrogation),
      iFrame(4, 4, clock),
      iFrame(5, 4, read),
      iFrame(6, 4, selected),
      iFrame(7, 4, executed('C_SE_NC 7', 'float32', 12.5)),
      sFrame(300),
      uFrame(control.stopAct),
    ],
    { transport: 'tcp', port: 2404, fields },
  )
  expect(shown.map((row) => row.join(' '))).toEqual([
    '0x00000000  3 4 100 6 10 0 20     ',
    '0x00000000  4 4 103 6 10 0      6',
    '0x00000000  5 4 102 5 10 66051      ',
    '0x00000000  6 4 45 6 10 6001   1 2 1 ',
    '0x00000000  7 4 50 6 10 7  12.5    ',
    '0x00000001   300          ',
    '0x00000003 0x00000004            ',
  ])
})

// Checks the simulated PLC of driver.test.ts by a client of another maker: the driver reads the values that the client
// wrote. .ci/run installs it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McPlc, startMcPlc } from '../../testkit/peers/mc-plc.ts'
import { pymcprotocolReads, pythonWith } from '../../testkit/peers/pymcprotocol.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { McParams } from './params.ts'

const python = pythonWith('pymcprotocol')
const absence = python ? '' : ': skipped, pip install pymcprotocol==0.3.0'

describe.skipIf(!python)(`the simulated PLC and pymcprotocol${absence}`, () => {
  let plc: McPlc
  beforeAll(async () => {
    plc = await startMcPlc()
  })
  afterAll(() => plc.close())

  it.each([
    ['Q', '3E', 'binary', 'q'],
    ['Q', '3E', 'ascii', 'q'],
    ['Q', '4E', 'binary', 'q'],
    ['iQ-R', '3E', 'binary', 'iq-r'],
    ['iQ-R', '3E', 'ascii', 'iq-r'],
  ] as const)('agree about %s %s %s', async (series, frame, code, own) => {
    plc.memory.clear()
    plc.memory.set('TN7', 77).set('X17', 1)
    expect(await pymcprotocolReads(python!, { port: plc.port, code, series, frame })).toEqual({
      words: [1, -2, 32_767, -32_768],
      bits: [1, 0, 1, 1, 0],
      random: [-32_768, 1, 77],
      timer: [77],
      inputs: code === 'binary' ? [0, 1, 0] : null,
    })
    const params: McParams = { ...about.initial, host: '127.0.0.1', port: plc.port, series: own, frame, code }
    const session = await opener.open(params, new AbortController().signal)
    const read = async (area: string, start: number, count: number) =>
      Buffer.from(await session.read({ area, start, count }, params)).toString('hex')
    expect([await read('D', 100, 4), await read('M', 50, 5)]).toEqual(['0001fffe7fff8000', '0100010100'])
    if (code === 'binary') expect([await read('Y', 0x2f, 1), await read('W', 0x1f, 1)]).toEqual(['01', '1234'])
    await session.close()
  })
})

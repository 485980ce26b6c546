// The simulated PLC of driver.test.ts, checked by a client of another maker: what one writes the other reads.
// .ci/run installs it.
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
      inputs: [0, 1, 0],
    })
    const params: McParams = { ...about.initial, host: '127.0.0.1', port: plc.port, series: own, frame, code }
    const session = await opener.open(params, new AbortController().signal)
    const bytes = await session.readMany!(
      [
        { area: 'D', start: 100, count: 4 },
        { area: 'M', start: 50, count: 5 },
        { area: 'Y', start: 0x2f, count: 1 },
        { area: 'W', start: 0x1f, count: 1 },
      ],
      params,
    )
    await session.close()
    expect(bytes.map((each) => Buffer.from(each as Uint8Array).toString('hex'))).toEqual([
      '0001fffe7fff8000',
      '0100010100',
      '01',
      '1234',
    ])
  })
})

// Checks the simulated controller of session.test.ts by a client of another maker: both list the same tags with the same
// types, and the driver reads what the client wrote.
import { describe, expect, it } from 'vitest'
import { startLogixStage } from '../../testkit/logix-stage.ts'
import { hasPycomm3, pycomm3Reads } from '../../testkit/peers/pycomm3.ts'
import type { Point } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'

describe.skipIf(!hasPycomm3())('the simulated Logix controller and pycomm3', () => {
  it('agree about the list of tags, structures, strings, bits and values', async () => {
    const plc = await startLogixStage()
    try {
      const { listed, members, written, read } = await pycomm3Reads(plc.port)
      expect(written).toEqual([null, null, null, null, null])
      expect(members).toEqual(['Speed', 'Ready', 'Temps'])
      const bit31 = 4711 - 2 ** 31
      expect(read).toEqual([bit31, expect.closeTo(21.3, 4), true, 'by pycomm3', 'Mix', 1401, [0, -5], true])

      const params = { ...about.initial, host: '127.0.0.1', port: plc.port }
      const session = await opener.open(params, new AbortController().signal, '', [])
      const { nodes } = await session.browse!(undefined, 0, params)
      const program = await session.browse!('Program:Main', 0, params)
      const own = [...nodes, ...program.nodes].filter(({ address }) => address !== 'Program:Main')
      expect(own.map(({ address }) => address.toLowerCase()).sort()).toEqual(
        Object.keys(listed)
          .map((name) => name.toLowerCase())
          .sort(),
      )
      for (const { address, isWritable, nodeClass } of own)
        if (nodeClass === 'variable' && !address.includes('.'))
          expect([address, isWritable], address).toEqual([address, listed[address]![2] === 'Read/Write'])
      const points = [
        ['count', 'int32'],
        ['note', 'string'],
        ['flags[33]', 'bool'],
        ['flags[32]', 'bool'],
        ['words[7]', 'int16'],
      ].map(([address, dataType], id) => ({ id, address, dataType, access: 'r' })) as Point[]
      const readings = await session.read(points, params)
      expect(readings.map((reading) => 'value' in reading && reading.value)).toEqual([
        ...[bit31, 'by pycomm3', true, false, -5],
      ])
      await session.close()
    } finally {
      await plc.close()
    }
  })
})

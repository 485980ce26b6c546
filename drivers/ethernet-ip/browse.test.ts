// Browsing a simulated Logix controller: programs, tags, arrays, structures, strings and long lists.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLogixStage } from '../../testkit/logix-stage.ts'
import type { LogixPlc } from '../../testkit/peers/logix.ts'
import { DriverFault, type TagSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { EipParams } from './params.ts'

let plc: LogixPlc
let session: TagSession | undefined
let params: EipParams
beforeEach(async () => {
  plc = await startLogixStage()
  params = { ...about.initial, host: '127.0.0.1', port: plc.port, timeoutMs: 5000 }
})
afterEach(async () => {
  await session?.close()
  session = undefined
  await plc.close()
})

const open = async (more: Partial<EipParams> = {}): Promise<void> => {
  params = { ...params, ...more }
  session = await opener.open(params, new AbortController().signal, '', [])
}
const fault = (run: Promise<unknown>) =>
  run.then(
    () => 'none',
    (error: unknown) => (error instanceof DriverFault ? [error.code, error.broken] : error),
  )

describe('browsing', () => {
  const nodes = async (node?: string, from = 0) => (await session!.browse!(node, from, params)).nodes

  it('lists programs and tags with their types and values, without those of the system', async () => {
    await open()
    expect(await nodes()).toMatchObject([
      { address: 'Program:Main', name: 'Main', nodeClass: 'object', hasChildren: true },
      { address: 'count', dataType: 'int32', typeName: 'DINT', value: -70_000, isWritable: true },
      { address: 'flags', typeName: 'BOOL[64]', nodeClass: 'object', hasChildren: true },
      { address: 'grid', typeName: 'DINT[3,4]', hasChildren: true },
      { address: 'label', dataType: 'string', typeName: 'ShortText', value: 'Mix' },
      { address: 'level', dataType: 'float32', value: 21.3, isWritable: false },
      { address: 'motors', typeName: 'Motor[2]', hasChildren: true },
      { address: 'note', dataType: 'string', typeName: 'STRING', value: 'Line 7' },
      { address: 'running', dataType: 'bool', value: true },
      { address: 'words', typeName: 'INT[1000]' },
    ])
  })

  it('opens programs, arrays, structures and BOOL arrays', async () => {
    await open()
    expect(await nodes('Program:main')).toMatchObject([{ address: 'Program:main.step', dataType: 'int16', value: 9 }])
    expect((await nodes('motors')).map(({ address }) => address)).toEqual(['motors[0]', 'motors[1]'])
    expect(await nodes('motors[1]')).toMatchObject([
      { address: 'motors[1].Speed', dataType: 'int32', value: 1401 },
      { address: 'motors[1].Ready', dataType: 'bool', value: true },
      { address: 'motors[1].Temps', typeName: 'INT[2]', hasChildren: true },
    ])
    expect(await nodes('motors[1].Temps')).toMatchObject([{ value: 1 }, { value: 2, address: 'motors[1].Temps[1]' }])
    expect((await nodes('grid')).at(-1)).toMatchObject({ address: 'grid[2,3]', dataType: 'int32', value: 0 })
    expect((await nodes('flags'))[63]).toMatchObject({ address: 'flags[63]', dataType: 'bool', value: false })
    expect(await nodes('count')).toEqual([])
  })

  it('lists the tags anew from the root', async () => {
    await open()
    const before = await nodes()
    plc.tags.set('added', { type: 'c400', size: 4, bytes: Buffer.alloc(4), symbol: 0x00c4 })
    expect((await nodes()).length).toBe(before.length + 1)
  })

  it('returns pages of 100', async () => {
    await open()
    const { next } = await session!.browse!('words', 0, params)
    expect(next).toBe(100)
    expect((await nodes('words', 900)).at(-1)?.address).toBe('words[999]')
    expect((await session!.browse!('words', 900, params)).next).toBeUndefined()
  })

  it('reads a list of tags that is longer than a message', async () => {
    for (let at = 0; at < 250; at++)
      plc.tags.set(`valve_${at}`, { type: 'c400', size: 4, bytes: Buffer.alloc(4), symbol: 0x00c4 })
    await open({ messaging: 'unconnected' })
    plc.maxBytes = 494
    const first = await session!.browse!(undefined, 0, params)
    expect([first.nodes.length, first.next]).toEqual([100, 100])
    expect((await nodes(undefined, 200)).length).toBe(60)
  })

  it.each(['nothing', 'motors[0].nothing', 'count.3', 'grid[1]', '?'])('has no node %s', async (node) => {
    await open()
    expect(await fault(nodes(node))).toEqual([1715, false])
  })

  it('is not offered for NJ and NX', async () => {
    plc.tags.delete('__system')
    await open({ model: 'omron' })
    expect(await fault(nodes())).toEqual([1720, false])
  })
})

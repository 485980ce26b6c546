// The driver against a server of another vendor, which restarts with its namespaces in another order. .ci/run installs
// it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pythonWithAsyncua, startAsyncua } from '../../testkit/peers/asyncua.ts'
import { freePort } from '../../testkit/ports.ts'
import type { Point, TagReading } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'

const [press, oven] = ['urn:press', 'urn:long:oven']
const points: Point[] = ['ns=2;s=Temp', `nsu=${oven};s=Temp`].map((address, index) => ({
  ...{ id: index + 1, address, dataType: 'float64', access: 'rw' },
}))
const heldOf = (reading: TagReading) => ('fault' in reading ? reading.fault.code : reading.value)

it('keeps machines apart when a server of another vendor renumbers its namespaces', async () => {
  const python = pythonWithAsyncua()
  const port = await freePort()
  const home = await mkdtemp(join(tmpdir(), 'asyncua-'))
  const params = about.params.parse({
    ...{ endpointUrl: `opc.tcp://127.0.0.1:${port}`, securityMode: 'None', timeoutMs: 10_000 },
  })
  const open = () => opener.open(params, new AbortController().signal, home, [{ id: 1, points }])
  let server = await startAsyncua(python, port, [press, oven])
  try {
    const before = await open()
    expect((await before.read(points, params)).map(heldOf)).toEqual([press.length, oven.length])
    await server.end()
    await before.close()
    server = await startAsyncua(python, port, [oven, press])
    const after = await open()
    try {
      expect((await after.read(points, params)).map(heldOf)).toEqual([press.length, oven.length])
      expect(await after.write(points[0]!, 35, params)).toEqual({ kind: 'done' })
      await expect.poll(() => server.writes).toEqual([`${press} 35.0`])
      const { nodes } = await after.browse(undefined, 0, params)
      const addresses = nodes.map(({ address }) => address)
      expect(addresses).toEqual(expect.arrayContaining([`nsu=${press};s=Machine`, `nsu=${oven};s=Machine`]))
    } finally {
      await after.close()
    }
  } finally {
    await server.end()
    await rm(home, { recursive: true })
  }
})

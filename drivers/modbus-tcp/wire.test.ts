import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openWire, type Wire } from './wire.ts'

const server = createServer({ noDelay: true })
let wire: Wire | undefined
let peer: Socket | undefined
afterEach(async () => {
  wire?.close()
  peer?.destroy()
  if (server.listening) await new Promise((resolve) => server.close(resolve))
})

test('bytes that arrived in time are received even if the process was blocked until the timeout', async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const { port } = server.address() as AddressInfo
  wire = await openWire({ host: '127.0.0.1', port, timeoutMs: 60_000 }, new AbortController().signal)
  ;[peer] = (await accepted) as [Socket]
  const heard = wire.hears(20)
  peer.write(Uint8Array.of(7))
  // Blocks this process, as when another one uses the processor or the disk.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  expect(await heard).toBe(true)
  expect([...wire.take()]).toEqual([7])
})

import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort, freePorts } from './ports.ts'

it('the ports are different and can be taken', async () => {
  const ports = [...(await freePorts(20)), await freePort()]
  expect(new Set(ports.slice(0, 20)).size).toBe(20)
  const server = createServer()
  await new Promise<void>((done) => server.listen(ports[0], '127.0.0.1', done))
  await new Promise((done) => server.close(done))
})

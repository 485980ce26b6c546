import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { eventually } from '../../testkit/eventually.ts'
import { cutStalled } from './stalled.ts'

const endless = () =>
  Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(65_536)
    })(),
    { objectMode: false },
  )

test('a caller that does not read is cut off; one whose answer takes long is not', async () => {
  const http = Fastify()
  cutStalled(http, 200)
  let body: Readable | undefined
  http.get('/endless', (_request, reply) => {
    body = endless()
    return reply.type('text/csv').send(body)
  })
  http.get('/slow', async () => {
    await sleep(500)
    return 'late'
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const caller = connect(port, '127.0.0.1')
  caller.on('error', () => undefined)
  await once(caller, 'connect')
  caller.pause()
  caller.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n')
  await eventually(() => expect(body?.destroyed).toBe(true))
  expect(await (await fetch(`http://127.0.0.1:${port}/slow`)).text()).toBe('late')
  caller.destroy()
  await http.close()
})

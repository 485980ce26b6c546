// A mail server on loopback that answers without ever finishing.
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { smtpProvider } from './smtp.ts'

const open = new Set<Socket>()
const server = createServer((socket) => {
  open.add(socket)
  socket.on('error', () => undefined)
  socket.write('220 plant.example\r\n')
  // The server never ends its first answer.
  const timer = setInterval(() => socket.write('250-wait\r\n'), 50)
  socket.on('close', () => {
    clearInterval(timer)
    open.delete(socket)
  })
})
afterAll(() => {
  for (const socket of open) socket.destroy()
  server.close()
})

test('an abandoned message leaves no connection open', async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const send = smtpProvider({ url: `smtp://127.0.0.1:${port}?tls=off`, from: 'no-reply@plant.example' })
  const patience = new AbortController()
  const sent = send({ channel: 'email', to: 'li@plant.example', subject: 'x', text: 'x' }, patience.signal)
  sent.catch(() => undefined)
  await eventually(() => expect(open.size).toBe(1))
  patience.abort()
  await expect(sent).rejects.toThrow()
  await eventually(() => expect(open.size).toBe(0))
})

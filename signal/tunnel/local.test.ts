import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { limits } from '../../contract/limits.ts'
import { jsonBody, textBody, tunnelFrame, tunnelIdBytes } from '../../contract/tunnel.ts'
import { eventually } from '../../testkit/eventually.ts'
import { openLocalTunnel } from './local.ts'

it('reports why a connection was refused', async () => {
  const id = randomBytes(tunnelIdBytes).toString('hex')
  const platform = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(platform, 'listening')
  const { port } = platform.address() as { port: number }
  const opened = { device: 'Press', host: '10.0.0.5', port: 40_502, leftMs: 60_000 }
  let send: (bytes: Uint8Array) => void = () => undefined
  platform.on('connection', (socket) => {
    send = (bytes) => socket.send(bytes)
    send(tunnelFrame('opened', id, { body: jsonBody(opened) }))
  })
  const refused: unknown[] = []
  const url = `http://127.0.0.1:${port}`
  const tunnel = await openLocalTunnel({ url, ticket: 'x', port: 0, onRefused: (why) => refused.push(why) })
  const sockets = Array.from({ length: limits.tunnelStreams + 1 }, () =>
    connect(tunnel.localPort, '127.0.0.1').on('error', () => undefined),
  )
  await eventually(() => expect(refused).toEqual(['full']))
  send(tunnelFrame('reset', id, { stream: 1, body: textBody('the target does not answer') }))
  await eventually(() => expect(refused.at(-1)).toEqual({ reason: 'the target does not answer' }))
  for (const socket of sockets) socket.destroy()
  await tunnel.end()
  await new Promise((resolve) => platform.close(resolve))
})

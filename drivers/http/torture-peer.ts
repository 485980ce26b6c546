// An HTTP server for the torture of the battery. Its answers are short, since each is cut at every byte.
import { createServer, type Socket } from 'node:net'
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { HttpParams } from './params.ts'
import { permitGateway } from './reach.ts'

// The torture runs on the loopback.
permitGateway(true)

const addresses = ['/a#v', '/a#w', '/c']

/** The answer to a request for a path. */
function answerTo(path: string, values: readonly number[]): string {
  const [first = 0, second = 0, third = 0] = values
  const bodies: Record<string, string> = {
    '/a': `{"v":${first},"w":${second}}`,
    '/c': String(third),
  }
  const body = bodies[path]
  return body === undefined
    ? 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'
    : `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

async function start() {
  const values = addresses.map(() => 0)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    socket.on('data', (request) => {
      const path = / (\S+) /.exec(request.toString('latin1'))?.[1] ?? ''
      socket.write(answerTo(path, values))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    put: (point: number, value: number) => {
      values[point] = value
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export const tortureCases: readonly TortureCase[] = [
  {
    name: 'HTTP',
    transport: 'tcp',
    points: addresses.map((address, id) => ({ id, address, dataType: 'int32', access: 'r' })),
    paramsOf: (host, port) => HttpParams.parse({ url: `http://${host}:${port}` }),
    start,
    // A connection leads to one server.
    fromOther: undefined,
  },
]

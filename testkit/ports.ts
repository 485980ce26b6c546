import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The ports below those that the system gives to outgoing connections and to servers at port 0 (32768 and above), which
 * would take a port between the search for it and its use.
 */
const lowest = 20_000
const highest = 32_000
const tries = 20

/** Returns `count` different TCP ports that are free on the loopback now. */
export async function freePorts(count: number): Promise<number[]> {
  // All ports stay open until all are found, so that none is returned twice.
  const servers = await Promise.all(Array.from({ length: count }, listening))
  const ports = servers.map((server) => {
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('no port was given')
    return address.port
  })
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port as number
}

async function listening(): Promise<ReturnType<typeof createServer>> {
  for (let left = tries; ; left--) {
    try {
      return await listenAt(randomInt(lowest, highest))
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

function listenAt(port: number): Promise<ReturnType<typeof createServer>> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => done(server))
  })
}

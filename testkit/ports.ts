import { createServer } from 'node:net'

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

function listening(): Promise<ReturnType<typeof createServer>> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => done(server))
  })
}
